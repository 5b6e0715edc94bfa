import { Command } from '@nestjs/cqrs';

export interface BegunSignIn {
  /** Of the issuer: where the browser goes next. */
  readonly url: string;
  /** What the browser is to keep, and nobody else. */
  readonly attempt: string;
  readonly expires_at: Date;
}

/** @throws ERROR_NOT_FOUND where people do not sign in at an issuer, ERROR_UNAVAILABLE when it does not answer */
export class BeginSignIn extends Command<BegunSignIn> {}
