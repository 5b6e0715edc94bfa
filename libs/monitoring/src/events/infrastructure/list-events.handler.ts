import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListEvents } from '../application/list-events.js';
import type { EventInfo } from '../domain/event-record.js';
import { EVENT_SERIALIZER, eventsSince } from './event-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: ListEvents): Promise<RawJson<Page<Partial<EventInfo>>>> {
    const floor = this.floors.getFloor(request.scope.domain_id);
    return this.engine.list(eventsSince(floor), { ...request, record: EVENT_SERIALIZER }, signal);
  }
}
