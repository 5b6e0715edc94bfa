import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { countByState } from '#shared/platform/persistence/count-by-state.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatSubscriptions } from '../application/stat-subscriptions.js';
import { SUBSCRIPTION_STATES } from '../domain/subscription-record.js';
import { SUBSCRIPTIONS } from './subscription-resource.js';

@QueryHandler(StatSubscriptions)
export class StatSubscriptionsHandler implements IQueryHandler<StatSubscriptions> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query, signal }: StatSubscriptions): Promise<StatisticsResult> {
    if (query !== undefined) return this.engine.stat(SUBSCRIPTIONS, { scope, query }, signal);
    return countByState(this.engine, SUBSCRIPTIONS, SUBSCRIPTION_STATES, scope, signal);
  }
}
