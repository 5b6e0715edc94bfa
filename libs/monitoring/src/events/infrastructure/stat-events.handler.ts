import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatEvents } from '../application/stat-events.js';
import { eventsSince } from './event-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(StatEvents)
export class StatEventsHandler implements IQueryHandler<StatEvents> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: StatEvents): Promise<StatisticsResult> {
    return this.engine.stat(eventsSince(this.floors.getFloor(request.scope.domain_id)), request, signal);
  }
}
