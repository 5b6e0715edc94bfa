import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsResult } from '#shared/query/statistics.js';

/** Computes statistics of webhooks. Without a query: the count of each state, including 0. */
export class StatWebhooks extends Query<StatisticsResult> {
  constructor(
    readonly scope: Scope,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
