import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';

/** Without a query one row for each state, also for those that no webhook is in. */
export class StatWebhooks extends Query<StatisticsAnswer> {
  constructor(
    readonly scope: Scope,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
