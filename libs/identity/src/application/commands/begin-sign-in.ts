import { Command, Query } from '@nestjs/cqrs';

export interface SignInRedirect {
  /** The address at the issuer that the browser goes to next. */
  readonly url: string;
  /** A secret that only the browser stores, until the sign-in is finished. */
  readonly attempt: string;
  readonly expires_at: Date;
}

/**
 * Starts a sign-in at the issuer.
 * @throws ERROR_NOT_FOUND when no issuer is configured for signing in, ERROR_UNAVAILABLE when it does not answer
 */
export class BeginSignIn extends Command<SignInRedirect> {}

export interface SignInMethods {
  /** The issuer at which users sign in; `null` if they sign in by a key only. */
  readonly issuer: string | null;
}

/** Returns the ways to sign in, for callers that are not signed in. */
export class GetSignInMethods extends Query<SignInMethods> {}
