import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/json.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { replaceSynonym } from '#shared/query/expression.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { LiveFeed } from '../../feed/live-feed.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { GetEvent, ListEvents, StatEvents, FollowEvents } from '../application/read-events.js';
import type { EventInfo } from '../domain/event-record.js';
import { EVENTS, EVENT_SERIALIZER, eventsSince } from './event-resource.js';

@QueryHandler(GetEvent)
export class GetEventHandler implements IQueryHandler<GetEvent> {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, id, only: fields }: GetEvent): Promise<Partial<EventInfo>> {
    const { rows } = await this.pool.query({
      name: 'get event',
      text: `select ${EVENT_SERIALIZER.select()} from event r where domain_id = $1 and event_id = $2 and event_id >= $3`,
      values: [scope.domain_id, parseId('event', id), this.floors.lowestId(scope.domain_id)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The event', id);
    const keys = fields?.map((key) => replaceSynonym(EVENTS, key));
    return pickFields(EVENT_SERIALIZER.read(row), keys, EVENTS.record);
  }
}

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

@QueryHandler(FollowEvents)
export class FollowEventsHandler implements IQueryHandler<FollowEvents> {
  constructor(private readonly feed: LiveFeed<EventInfo>) {}

  execute(query: FollowEvents): Promise<() => void> {
    return this.feed.follow(query);
  }
}
