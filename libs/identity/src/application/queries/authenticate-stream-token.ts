import { Query } from '@nestjs/cqrs';
import type { Caller } from '#shared/kernel/scope.js';

/**
 * Returns the caller of a stream token; `undefined` if the token is not valid. A token ends with the key that it was
 * issued for. It is limited to one domain, even if that key is the root key.
 * @throws ERROR_UNAVAILABLE when this cannot be determined
 */
export class AuthenticateStreamToken extends Query<Caller | undefined> {
  constructor(
    readonly token: string,
    /** Whether the stream is already open. It then stays open after the token expires. */
    readonly isOpen: boolean,
  ) {
    super();
  }
}
