import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { CreatedSession } from './create-session.js';

/**
 * Moves the session of a cookie to another domain, which only a session may enter that the root key itself started. It has a new id and cookie
 * there, and the old ones end. What its sign-in determines stays: when it expires, and how recent the sign-in is.
 * @throws ERROR_PERMISSION_DENIED for any other session; ERROR_AUTHENTICATE_FAILURE when it has ended meanwhile
 */
export class SwitchDomain extends Command<CreatedSession> {
  constructor(
    /** The scope of the session in its present domain. */
    readonly scope: Scope,
    readonly cookie: string,
    readonly new_domain_id: string,
  ) {
    super();
  }
}
