import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

/**
 * Waits up to `seconds` and returns whether the delivery was processed. Returns `undefined` without waiting for so long
 * when too many requests of its domain, or in all, are waiting or the process shuts down: waiting is optional, and it must not take resources
 * from other requests.
 */
export class AwaitDelivery extends Query<boolean | undefined> {
  constructor(
    readonly scope: Pick<Scope, 'domain_id'>,
    readonly delivery_id: string,
    readonly seconds: number,
    /** Aborted when the sender no longer waits. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}
