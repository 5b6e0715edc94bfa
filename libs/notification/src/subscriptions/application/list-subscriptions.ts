import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { SubscriptionFilter, SubscriptionInfo } from '../domain/subscription-record.js';

/** Returns subscriptions, ordered by name. */
export class ListSubscriptions extends Query<RawJson<Page<Partial<SubscriptionInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: SubscriptionFilter,
    /** A query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
