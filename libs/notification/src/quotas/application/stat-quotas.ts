import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsResult } from '#shared/query/statistics.js';

/** Returns statistics of quotas. Without a query: the number of quotas in the domain. */
export class StatQuotas extends Query<StatisticsResult> {
  constructor(
    readonly scope: Scope,
    /** A statistics query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
