import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { EventInfo } from '../../domain/event-record.js';
import { EVENT_RECORD } from '../event-resource.js';
import type { FeedPosition } from './feed-position.js';

/** A feed row names all events of a transaction, so what is read at once is bounded by rows and by events. */
const ROWS = 50;
const EVENTS = 100;
/** Milliseconds. */
const TIMEOUT = 5_000;
const LOOK_EVERY = 50;
const LOOKS = 20;
/** Seconds. Citus ends each minute what a coordinator that broke down left half committed. */
const SETTLED_AFTER = 120;

export interface FeedPage {
  /** In their order; those that are gone already are left out. */
  readonly events: readonly { readonly event: EventInfo; readonly position: FeedPosition }[];
  /** Where to go on; `undefined` when there was no more below the horizon. */
  readonly next: FeedPosition | undefined;
}

interface Wanted {
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

/** What these domains have in the feed from a position up to the horizon, the beginning of it. */
export async function readFeed(
  pool: Pool,
  from: FeedPosition,
  horizon: FeedPosition,
  domains: readonly string[],
): Promise<FeedPage> {
  const { rows } = await pool.query<FeedRow>({
    name: 'read feed',
    query_timeout: TIMEOUT,
    text: `
      select xid::text, index::text, floor(extract(epoch from stored_at))::float8 as at, domain_id,
        case when domain_id = any ($4::text[]) then event_ids else '{}' end as event_ids
      from event_feed
      where (xid, index) >= ($1::xid8, $2::bigint) and xid < $3::xid8
      order by event_feed.xid, event_feed.index limit $5`,
    values: [from.xid, from.index, horizon.xid, domains, ROWS],
  });
  const named = rows.flatMap(({ event_ids, domain_id, ...row }) =>
    event_ids
      .map((event_id, at) => ({ event_id, domain_id, position: { ...row, offset: at + 1 } }))
      .slice(row.xid === from.xid && row.index === from.index ? from.offset : 0),
  );
  const wanted = named.slice(0, EVENTS);
  const found = await readVisible(pool, wanted, horizon.at - SETTLED_AFTER);
  return {
    events: wanted.flatMap(({ event_id, position }) => {
      const event = found.get(event_id);
      return event ? [{ event, position }] : [];
    }),
    next: named.length > EVENTS ? wanted.at(-1)?.position : behind(rows),
  };
}

/** Only where the rows were as many as were asked for is there more. */
function behind(rows: readonly FeedRow[]): FeedPosition | undefined {
  const last = rows.length === ROWS ? rows.at(-1) : undefined;
  return last && { xid: last.xid, index: String(BigInt(last.index) + 1n), offset: 0, at: last.at };
}

/**
 * On several machines a transaction is committed on the coordinator first, and a moment later where its events are.
 * @param settled seconds since the epoch: what is missing of the time before is gone
 * @throws when that takes more than a second
 */
async function readVisible(
  pool: Pool,
  wanted: readonly Wanted[],
  settled: number,
): Promise<ReadonlyMap<string, EventInfo>> {
  let found = await readEvents(pool, wanted);
  if (!(await isDistributed(pool))) return found;
  const fresh = wanted.filter(({ position }) => position.at > settled);
  for (let looked = 1; fresh.some(({ event_id }) => !found.has(event_id)); looked += 1) {
    if (looked === LOOKS) throw new Error('events were committed and are not visible yet');
    await sleep(LOOK_EVERY);
    found = await readEvents(pool, wanted);
  }
  return found;
}

async function readEvents(pool: Pool, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, EventInfo>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await pool.query<{ event_id: string }>({
    name: 'events of the feed',
    query_timeout: TIMEOUT,
    text: `
      select ${EVENT_RECORD.select()} from event
      where domain_id = any ($1::text[]) and event_id = any ($2::uuid[])`,
    values: [[...new Set(wanted.map(({ domain_id }) => domain_id))], wanted.map(({ event_id }) => event_id)],
  });
  return new Map(rows.map((row) => [row.event_id, EVENT_RECORD.read(row)]));
}
