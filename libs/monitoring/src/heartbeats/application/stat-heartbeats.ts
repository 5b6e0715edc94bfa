import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsResult } from '#shared/query/statistics.js';

export class StatHeartbeats extends Query<StatisticsResult> {
  constructor(
    readonly scope: Scope,
    readonly query: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
