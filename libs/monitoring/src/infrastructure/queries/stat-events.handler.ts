import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import { StatEvents } from '../../application/queries/stat-events.js';
import { EVENTS } from './event-resource.js';
import { EVENT_ROLL_UP } from './roll-up-relation.js';
import { rollUpFor } from './roll-up.js';

@QueryHandler(StatEvents)
export class StatEventsHandler implements IQueryHandler<StatEvents> {
  constructor(@Inject(QueryEngine) private readonly engine: QueryEngine) {}

  execute({ scope, query, signal }: StatEvents): Promise<StatisticsAnswer> {
    return this.engine.stat(
      EVENTS,
      { scope, query, quicker: (now) => rollUpFor(EVENT_ROLL_UP, { query, now }) },
      signal,
    );
  }
}
