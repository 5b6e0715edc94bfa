import { Command } from '@nestjs/cqrs';
import type { SessionOrigin } from '../../domain/session.js';
import type { SessionInfo } from '../queries/session-info.js';

export type SignIn =
  | { readonly api_key: string; readonly domain_id?: string | undefined }
  | { readonly sign_in_token: string }
  | {
      /** The query string with which the issuer redirected the browser back. */
      readonly authorization_response: string;
      /** The `attempt` that {@link BeginSignIn} returned. */
      readonly attempt: string;
    };

export interface CreatedSession {
  readonly session: SessionInfo;
  /** A secret that only the browser stores. */
  readonly cookie: string;
}

/**
 * Signs in and starts a session; `undefined` if the credentials are not valid.
 * @throws ERROR_REQUIRED_PARAMETER when the root key is used without a domain
 */
export class CreateSession extends Command<CreatedSession | undefined> {
  constructor(
    readonly signIn: SignIn,
    readonly origin: SessionOrigin,
  ) {
    super();
  }
}
