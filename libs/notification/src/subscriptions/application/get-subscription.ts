import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { SubscriptionInfo } from '../domain/subscription-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetSubscription extends Query<Partial<SubscriptionInfo>> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
