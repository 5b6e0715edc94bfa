import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { lowestUuid } from '#shared/query/instant.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { type CountedResource, QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/json.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { replaceSynonym } from '#shared/query/expression.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { type RollUp, tryRollUp } from '../tables/roll-up.js';
import { EVENT_FIELDS, FURTHER_KEYWORDS, type EventInfo } from '../domain/event-record.js';
import { LiveFeed } from '../../feed/live-feed.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { GetEvent, ListEvents, StatEvents, FollowEvents } from '../application/read-events.js';

export const EVENT_SERIALIZER = new RecordSerializer(EVENT_FIELDS);

const HIGHEST_ID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;

function newestEventsSince(floor: number): NonNullable<Resource['newest']> {
  return ({ domain, before = HIGHEST_ID, many }) =>
    `newest_events(${domain}, '${lowestUuid(floor)}', ${before}, ${many})`;
}

export const EVENTS: Resource = {
  name: 'Event',
  relation: 'event',
  id: 'event_id',
  ...toQueryFields(EVENT_FIELDS),
  synonyms: { resource_id: 'resource.resource_id' },
  keywords: ['event_id', 'title'],
  keywordsInTimeRange: FURTHER_KEYWORDS,
  order: [{ key: 'created_at', desc: true }],
  newest: newestEventsSince(0),
  minimal: ['event_id', 'event_key', 'event_type', 'title', 'severity', 'alert_id'],
};

export const EVENT_ROLL_UP: RollUp = {
  resource: EVENTS,
  table: 'event',
  keys: ['domain_id', 'webhook_id', 'project_id', 'event_type', 'severity'],
  timeField: 'created_at',
  buildBound: (sign, at) => `event_id ${sign} '${lowestUuid(at)}'`,
};

/** Leaves out events that arrived before the retention floor. @param floor milliseconds since the epoch */
function eventsSince(floor: number | undefined): CountedResource {
  const quicker: CountedResource['findQuickerResource'] = (asked, now) =>
    tryRollUp(EVENT_ROLL_UP, asked, now, floor);
  if (floor === undefined) return { ...EVENTS, findQuickerResource: quicker };
  const relation = `(select * from event where event_id >= '${lowestUuid(floor)}')`;
  return { ...EVENTS, findQuickerResource: quicker, relation, newest: newestEventsSince(floor) };
}

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
    return EVENT_SERIALIZER.pick(row, keys);
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
