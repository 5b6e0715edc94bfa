import type { Pool } from 'pg';
import type { FeedPosition } from '../../contracts/feed-position.js';
import { readVisible } from '../../feed/feed-horizon.js';
import type { FeedPage, FeedSource } from '../../feed/feed-source.js';
import type { EventInfo } from '../domain/event-record.js';
import { EVENT_SERIALIZER, EVENTS } from './event-resource.js';

/** A feed row contains the ids of all events of a transaction. A read is therefore bounded by rows and by events. */
const MAX_ROWS = 50;
const MAX_EVENTS = 100;
/** Milliseconds. */
const TIMEOUT_MS = 5_000;

interface EventPosition {
  readonly event_id: string;
  readonly domain_id: string;
  readonly position: FeedPosition;
}

interface FeedRow {
  readonly xid: string;
  readonly index: string;
  readonly at: number;
  readonly domain_id: string;
  readonly event_ids: readonly string[];
}

export class PostgresEventFeed implements FeedSource<EventInfo> {
  readonly name = 'events';
  readonly resource = EVENTS;
  readonly kind = 'event';
  readonly retentionSeconds = 3_600;

  constructor(private readonly pool: Pool) {}

  async read(
    from: FeedPosition,
    horizon: FeedPosition,
    domains: readonly string[],
  ): Promise<FeedPage<EventInfo>> {
    const { rows } = await this.pool.query<FeedRow>({
      name: 'read feed',
      query_timeout: TIMEOUT_MS,
      text: `
        select xid::text, index::text, floor(extract(epoch from stored_at))::float8 as at, domain_id,
          case when domain_id = any ($4::text[]) then event_ids else '{}' end as event_ids
        from event_feed
        where (xid, index) >= ($1::xid8, $2::bigint) and xid < $3::xid8
        order by event_feed.xid, event_feed.index limit $5`,
      values: [from.xid, from.index, horizon.xid, domains, MAX_ROWS],
    });
    const positions = rows.flatMap(({ event_ids, domain_id, ...row }) =>
      event_ids
        .map((event_id, at) => ({ event_id, domain_id, position: { ...row, offset: at + 1 } }))
        .slice(row.xid === from.xid && row.index === from.index ? from.offset : 0),
    );
    const selected = positions.slice(0, MAX_EVENTS);
    const ids = selected.map(({ event_id, position }) => ({ id: event_id, at: position.at }));
    const found = await readVisible(this.pool, ids, horizon.at, () => this.readEvents(selected));
    return {
      items: selected.flatMap(({ event_id, domain_id, position }) => {
        const event = found.get(event_id);
        return event ? [{ domain_id, record: event, id: event.event_id, position, data: event }] : [];
      }),
      next: positions.length > MAX_EVENTS ? selected.at(-1)?.position : findNextPosition(rows),
    };
  }

  private async readEvents(selected: readonly EventPosition[]): Promise<ReadonlyMap<string, EventInfo>> {
    const { rows } = await this.pool.query<{ event_id: string }>({
      name: 'events of the feed',
      query_timeout: TIMEOUT_MS,
      // Each event is looked up by itself: a plan from the time when the table was small would read all events of the domains.
      text: `
        select found.* from unnest($1::text[], $2::uuid[]) as wanted (domain_id, event_id) cross join lateral (
          select ${EVENT_SERIALIZER.select()} from event r
          where r.domain_id = wanted.domain_id and r.event_id = wanted.event_id
          offset 0
        ) as found`,
      values: [selected.map(({ domain_id }) => domain_id), selected.map(({ event_id }) => event_id)],
    });
    return new Map(rows.map((row) => [row.event_id, EVENT_SERIALIZER.read(row)]));
  }
}

/** Returns where to continue; `undefined` if fewer rows were found than requested, so that there are no more. */
function findNextPosition(rows: readonly FeedRow[]): FeedPosition | undefined {
  const last = rows.length === MAX_ROWS ? rows.at(-1) : undefined;
  return last && { xid: last.xid, index: String(BigInt(last.index) + 1n), offset: 0, at: last.at };
}
