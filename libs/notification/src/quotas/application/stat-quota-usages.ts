import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';

/** Of the rows of protocols and days. Without a query sums by protocol, the one most used first. */
export class StatQuotaUsages extends Query<StatisticsAnswer> {
  constructor(
    readonly scope: Scope,
    /** A statistics query of the query language, checked by who runs it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
