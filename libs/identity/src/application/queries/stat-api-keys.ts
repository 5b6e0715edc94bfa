import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsResult } from '#shared/query/statistics.js';

/** Counts API keys. Without a query, the number of keys in each state. */
export class StatApiKeys extends Query<StatisticsResult> {
  constructor(
    readonly scope: Scope,
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
