import { Command } from '@nestjs/cqrs';
import type { SessionOrigin } from '../../domain/session.js';
import type { SessionInfo } from '../queries/session-info.js';

export type SignIn =
  | { readonly api_key: string; readonly domain_id?: string | undefined }
  | { readonly sign_in_token: string }
  | {
      /** The query string that the issuer sent the browser back with. */
      readonly authorization_response: string;
      /** What {@link BeginSignIn} gave the browser to keep. */
      readonly attempt: string;
    };

export interface CreatedSession {
  readonly session: SessionInfo;
  /** What the browser is to keep, and nobody else. */
  readonly cookie: string;
}

/** `undefined`: nobody may act with what was given. @throws ERROR_REQUIRED_PARAMETER when the root key names no domain */
export class CreateSession extends Command<CreatedSession | undefined> {
  constructor(
    readonly signIn: SignIn,
    readonly origin: SessionOrigin,
  ) {
    super();
  }
}
