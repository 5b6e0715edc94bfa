import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsResult } from '#shared/query/statistics.js';

/** Returns statistics of the usage by protocol and day. Without a query: the sums of each protocol, the largest first. */
export class StatQuotaUsages extends Query<StatisticsResult> {
  constructor(
    readonly scope: Scope,
    /** A statistics query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
