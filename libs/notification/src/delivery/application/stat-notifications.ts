import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';

/** Returns statistics of notifications; without a query, the number in each state. */
export class StatNotifications extends Query<StatisticsAnswer> {
  constructor(
    readonly scope: Scope,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
