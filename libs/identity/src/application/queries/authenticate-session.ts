import { Query } from '@nestjs/cqrs';
import type { Caller } from '#shared/kernel/scope.js';

/**
 * Who acts by the cookie of a session; `undefined` when nobody may. It ends with the key that it was begun by, and lets
 * its holder act in one domain only, also where that key is the root key.
 * @throws ERROR_UNAVAILABLE when it cannot be known
 */
export class AuthenticateSession extends Query<Caller | undefined> {
  constructor(readonly cookie: string) {
    super();
  }
}
