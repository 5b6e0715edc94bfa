import { Command } from '@nestjs/cqrs';
import type { SignedRequest } from '../domain/check-press-signature.js';

/**
 * Does what somebody asks for by a button in Slack, and tells whoever has pressed what the message does not say. The signature says
 * in which domain.
 * @throws ERROR_NOT_FOUND for an unknown key; ERROR_AUTHENTICATE_FAILURE for a request that is not from Slack;
 *   ERROR_INVALID_PARAMETER; ERROR_UNAVAILABLE, which is told to whoever has pressed as well
 */
export class PressSlackButton extends Command<void> {
  constructor(
    readonly app_key: string,
    readonly request: SignedRequest,
    /** The address of the client, for the audit log. */
    readonly address: string,
  ) {
    super();
  }
}
