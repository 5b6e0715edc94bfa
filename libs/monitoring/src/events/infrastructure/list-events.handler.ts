import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { EventInfo } from '../application/event-info.js';
import { ListEvents } from '../application/list-events.js';
import { EVENT_RECORD } from './event-record.js';
import { eventsSince, EVENT_ROLL_UP } from './event-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { rollUpFor } from '../../persistence/roll-up.js';

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(
    @Inject(QueryEngine) private readonly engine: QueryEngine,
    @Inject(RetentionFloors) private readonly floors: RetentionFloors,
  ) {}

  execute({ scope, filter, query, signal }: ListEvents): Promise<RawJson<Page<Partial<EventInfo>>>> {
    const floor = this.floors.of(scope.domain_id);
    return this.engine.write<EventInfo>(
      eventsSince(floor),
      {
        scope,
        filter: { ...filter },
        query,
        record: EVENT_RECORD,
        quicker: (now) => rollUpFor(EVENT_ROLL_UP, { filter: { ...filter }, query: query ?? {}, now, floor }),
      },
      signal,
    );
  }
}
