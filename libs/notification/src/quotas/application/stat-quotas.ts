import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';

/** Returns statistics of quotas. Without a query: the number of quotas in the domain. */
export class StatQuotas extends Query<StatisticsAnswer> {
  constructor(
    readonly scope: Scope,
    /** A statistics query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
