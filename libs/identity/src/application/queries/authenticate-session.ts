import { Query } from '@nestjs/cqrs';
import type { Caller } from '#shared/kernel/scope.js';

/**
 * Returns the caller of a session cookie; `undefined` if the cookie is not valid. A session ends with the key that
 * started it. It is limited to one domain, even if that key is the root key.
 * @throws ERROR_UNAVAILABLE when this cannot be determined
 */
export class AuthenticateSession extends Query<Caller | undefined> {
  constructor(readonly cookie: string) {
    super();
  }
}
