import { Query } from '@nestjs/cqrs';
import type { Caller } from '#shared/kernel/scope.js';

/**
 * Who may read a stream by a token; `undefined` when nobody may. It ends with the key that it was issued for, and
 * lets its holder act in one domain only, also where that key is the root key.
 * @throws ERROR_UNAVAILABLE when it cannot be known
 */
export class AuthenticateStreamToken extends Query<Caller | undefined> {
  constructor(
    readonly token: string,
    /** A stream that is open stays so after the token expired. */
    readonly isOpen: boolean,
  ) {
    super();
  }
}
