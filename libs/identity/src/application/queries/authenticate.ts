import { Query } from '@nestjs/cqrs';
import type { Caller } from '#shared/kernel/scope.js';

/**
 * Who holds a key; `undefined` when nobody may act with it, for whatever reason.
 * @throws ERROR_UNAVAILABLE when it cannot be known
 */
export class Authenticate extends Query<Caller | undefined> {
  constructor(readonly key: string) {
    super();
  }
}
