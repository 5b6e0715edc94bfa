import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import { StatEvents } from '../application/stat-events.js';
import { eventsSince, EVENT_ROLL_UP } from './event-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { rollUpFor } from '../../persistence/roll-up.js';

@QueryHandler(StatEvents)
export class StatEventsHandler implements IQueryHandler<StatEvents> {
  constructor(
    @Inject(QueryEngine) private readonly engine: QueryEngine,
    @Inject(RetentionFloors) private readonly floors: RetentionFloors,
  ) {}

  execute({ scope, query, signal }: StatEvents): Promise<StatisticsAnswer> {
    const floor = this.floors.of(scope.domain_id);
    return this.engine.stat(
      eventsSince(floor),
      { scope, query, quicker: (now) => rollUpFor(EVENT_ROLL_UP, { query, now, floor }) },
      signal,
    );
  }
}
