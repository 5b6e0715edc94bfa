import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatHeartbeats } from '../application/stat-heartbeats.js';
import { HEARTBEATS } from './heartbeat-resource.js';

const DEFAULT_QUERY = { aggregate: [{ count: { name: 'count' } }] };

@QueryHandler(StatHeartbeats)
export class StatHeartbeatsHandler implements IQueryHandler<StatHeartbeats> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query = DEFAULT_QUERY, signal }: StatHeartbeats): Promise<StatisticsResult> {
    return this.engine.stat(HEARTBEATS, { scope, query }, signal);
  }
}
