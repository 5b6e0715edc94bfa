import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import { StatHeartbeats } from '../application/stat-heartbeats.js';
import { HEARTBEATS } from './heartbeat-resource.js';

const COUNT = { aggregate: [{ count: { name: 'count' } }] };

@QueryHandler(StatHeartbeats)
export class StatHeartbeatsHandler implements IQueryHandler<StatHeartbeats> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query = COUNT, signal }: StatHeartbeats): Promise<StatisticsAnswer> {
    return this.engine.stat(HEARTBEATS, { scope, query }, signal);
  }
}
