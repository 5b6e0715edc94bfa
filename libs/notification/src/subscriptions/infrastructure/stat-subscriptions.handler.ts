import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import { StatSubscriptions } from '../application/stat-subscriptions.js';
import { SUBSCRIPTIONS } from './subscription-resource.js';

const COUNT = { aggregate: [{ count: { name: 'count' } }] };

@QueryHandler(StatSubscriptions)
export class StatSubscriptionsHandler implements IQueryHandler<StatSubscriptions> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query = COUNT, signal }: StatSubscriptions): Promise<StatisticsAnswer> {
    return this.engine.stat(SUBSCRIPTIONS, { scope, query }, signal);
  }
}
