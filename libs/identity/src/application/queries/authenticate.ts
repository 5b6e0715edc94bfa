import { Query } from '@nestjs/cqrs';
import type { Caller } from '#shared/kernel/scope.js';

/**
 * Returns the caller of a key; `undefined` if the key is not valid, for any reason.
 * @throws ERROR_UNAVAILABLE when this cannot be determined
 */
export class Authenticate extends Query<Caller | undefined> {
  constructor(readonly key: string) {
    super();
  }
}
