import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

/**
 * Whether a delivery was processed within so many seconds. `undefined` when it was not waited for so long, because too
 * many are waiting or the process is to stop: the answer is a kindness to the sender and must not cost the others
 * anything.
 */
export class AwaitDelivery extends Query<boolean | undefined> {
  constructor(
    readonly scope: Pick<Scope, 'domain_id'>,
    readonly delivery_id: string,
    readonly seconds: number,
  ) {
    super();
  }
}
