import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pool } from 'pg';
import { parseId } from '#shared/kernel/ids.js';
import { until } from '#test/client.js';
import { createTestDatabase } from '#test/database.js';
import { createEventStore, WEBHOOKS, type EventStore } from '../../test/event-store.js';
import type { FeedPosition } from '../contracts/feed-position.js';
import type { FeedMessage, FeedReader } from './follower.js';
import type { EventInfo } from '../events/domain/event-record.js';
import { PostgresEventFeed } from '../events/infrastructure/postgres-event-feed.js';
import { LOCK_FEED } from '../intake/tables/lock-cursor.js';
import { LiveFeed } from './live-feed.js';
import { FeedHorizon } from './feed-horizon.js';
import { SealedPositions } from './sealed-positions.js';

const KEYS = { encryptionKey: Buffer.alloc(32, 1), oldEncryptionKey: null };
const positions = new SealedPositions(KEYS, 'event');

class Reader implements FeedReader<EventInfo> {
  isReady = true;
  readonly received: FeedMessage<EventInfo>[] = [];
  readonly reportedPositions: string[] = [];
  readonly resets: string[] = [];

  send(fed: FeedMessage<EventInfo>): void {
    this.received.push(fed);
  }
  reportPosition(position: string): void {
    this.reportedPositions.push(position);
  }
  reset(position: string): void {
    this.resets.push(position);
  }
  fail(reason: string): void {
    throw new Error(reason);
  }
  isFinished = false;
  finish(): void {
    this.isFinished = true;
  }
  get ids(): string[] {
    return this.received.map(({ data }) => data.event_id);
  }
}

let store: EventStore;
let horizon: FeedHorizon;
let feed: LiveFeed<EventInfo>;

const createFeed = (horizonSource: FeedHorizon) =>
  new LiveFeed(new PostgresEventFeed(store.pool), horizonSource, store.engine, KEYS);

beforeEach(async () => {
  store = await createEventStore();
  horizon = new FeedHorizon(store.pool);
  feed = createFeed(horizon);
});
afterEach(async () => {
  await feed.beforeApplicationShutdown();
  await store.close();
});

async function follow(after?: string, filter = {}, domain_id = 'd1') {
  const reader = new Reader();
  const leave = await feed.follow({ scope: { domain_id }, filter, reader, after });
  return { reader, leave };
}

/** Follows and has received its position, so that it misses nothing from then on. */
async function join(after?: string, filter = {}, domain_id = 'd1') {
  const joined = await follow(after, filter, domain_id);
  expect(joined.reader.reportedPositions.length + joined.reader.resets.length).toBe(1);
  return joined;
}

const waitForMessages = (reader: Reader, n: number) =>
  vi.waitFor(() => expect(reader.received.length).toBeGreaterThanOrEqual(n), 10_000);

describe('the live feed', () => {
  it('sends each reader the new events of its domain and filter, and no earlier ones', async () => {
    const { reader: before, leave } = await join();
    await store.add();
    // Only events that were sent already count as earlier, not those that still wait for an older transaction.
    await waitForMessages(before, 1);
    leave();
    const { reader: all } = await join();
    const { reader: critical } = await join(undefined, { severity: 'CRITICAL', webhook_id: undefined });
    const { reader: other } = await join(undefined, {}, 'd2');

    const first = await store.add();
    const second = await store.add({ severity: 'CRITICAL', webhook: WEBHOOKS[1], raw_data: { n: 1 } });
    const elsewhere = await store.add({ domain_id: 'd2' });

    await waitForMessages(all, 2);
    await waitForMessages(other, 1);
    await sleep(600);
    expect(all.ids).toEqual([first, second]);
    expect(critical.ids).toEqual([second]);
    expect(other.ids).toEqual([elsewhere]);
    expect(all.received[1]?.data).toMatchObject({ severity: 'CRITICAL', raw_data: { n: 1 } });
    // All readers get the same object.
    expect(critical.received[0]).toBe(all.received[1]);
  });

  it('resumes after any position without gaps or duplicates', async () => {
    const { reader, leave } = await join();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await store.add());
    await waitForMessages(reader, 5);
    leave();
    // More than one page, so that paging is covered.
    for (let n = 0; n < 120; n += 1) ids.push(await store.add());

    const again = await follow(reader.received[2]?.position);
    await waitForMessages(again.reader, 122);
    const from = await follow(reader.reportedPositions[0]);
    await waitForMessages(from.reader, 125);
    ids.push(await store.add());
    await waitForMessages(again.reader, 123);
    await waitForMessages(from.reader, 126);
    expect(again.reader.ids).toEqual(ids.slice(3));
    expect(from.reader.ids).toEqual(ids);
    expect(again.reader.resets).toEqual([]);
  });

  it('resumes in the middle of a transaction', async () => {
    const { reader, leave } = await join();
    leave();
    // Ids of the same millisecond are in random order.
    const [a, b, c] = [await store.add(), await store.add(), await store.add()].toSorted();
    await store.pool.query(`
      with gone as (delete from event_feed returning event_ids)
      insert into event_feed (domain_id, event_ids)
      select 'd1', array_agg(id order by id) from gone, unnest(event_ids) as id`);
    const all = await follow(reader.reportedPositions[0]);
    await waitForMessages(all.reader, 3);
    const rest = await follow(all.reader.received[0]?.position);
    await waitForMessages(rest.reader, 2);
    expect([all.reader.ids, rest.reader.ids]).toEqual([
      [a, b, c],
      [b, c],
    ]);
  });

  it('misses no event of a transaction that commits late', async () => {
    const { reader } = await join();
    const late = await store.pool.connect();
    await late.query('begin');
    await late.query(`insert into event_feed (domain_id, event_ids) values ('d1', '{}')`);
    const early = await store.add();
    await sleep(600);
    // Not sent yet: the older transaction may still commit an earlier event.
    expect(reader.ids).toEqual([]);
    const id = await store.add();
    await late.query(
      `update event_feed set event_ids = (select event_ids from event_feed order by index desc limit 1)
       where event_ids = '{}'`,
    );
    await late.query('commit');
    late.release();
    await waitForMessages(reader, 3);
    expect(reader.ids).toEqual([id, early, id]);
  });

  it('admits a reader while the database fails, and reports its position later', async () => {
    const { read } = horizon;
    horizon.read = () => Promise.reject(new Error('no connection'));
    const { reader } = await follow();
    expect(reader.reportedPositions).toEqual([]);
    horizon.read = read;
    await vi.waitFor(() => expect(reader.reportedPositions).toHaveLength(1), 5_000);
  });

  it('resets a reader whose position is too old or of another history', async () => {
    const { reader } = await join();
    const known = positions.open(reader.reportedPositions[0] ?? '', 'd1') as FeedPosition;
    const at = (other: Partial<FeedPosition>) => join(positions.seal({ ...known, ...other }, 'd1'));
    const old = await at({ at: known.at - 3601 });
    const foreign = await at({ xid: String(Number(known.xid) + 1_000_000) });
    expect([old.reader.resets.length, foreign.reader.resets.length, reader.resets.length]).toEqual([1, 1, 0]);
    // From that position on it receives everything.
    const id = await store.add();
    await waitForMessages(old.reader, 1);
    expect(old.reader.ids).toEqual([id]);
    await expect(follow('yesterday')).rejects.toMatchObject({ code: 'ERROR_INVALID_PARAMETER' });
    await expect(follow('99999999999999999999.0.0.0')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('delays no other reader for one that is not ready, and sends it everything later', async () => {
    const [slow, quick] = [await join(), await join()];
    slow.reader.isReady = false;
    const ids = [await store.add(), await store.add()];
    await waitForMessages(quick.reader, 2);
    expect(slow.reader.ids).toEqual([]);
    slow.reader.isReady = true;
    await waitForMessages(slow.reader, 2);
    expect(slow.reader.ids).toEqual(ids);
  });

  it('asks the database as often for a hundred readers as for one', async () => {
    let asked = 0;
    const query = store.pool.query.bind(store.pool);
    store.pool.query = ((...args: Parameters<typeof query>) => {
      asked += 1;
      return query(...args);
    }) as unknown as typeof store.pool.query;
    const readers = await Promise.all(Array.from({ length: 100 }, () => join()));
    asked = 0;
    const began = performance.now();
    await store.add();
    await Promise.all(readers.map(({ reader }) => waitForMessages(reader, 1)));
    const rounds = Math.ceil((performance.now() - began) / 250) + 1;
    expect(asked).toBeLessThanOrEqual(6 * rounds);
  });

  it('resets a reader that is not ready until it is too far behind', async () => {
    const { reader } = await join();
    reader.isReady = false;
    await store.add();
    await sleep(500);
    expect(reader.resets).toEqual([]);
    // As if it had read nothing for that long.
    const { following } = feed as unknown as { following: Set<{ position: FeedPosition }> };
    // Repeated, because a round in progress may overwrite it.
    const wait = async () => following.forEach((one) => (one.position = { ...one.position, at: 0 }));
    await until(wait, () => reader.resets.length > 0);
  });

  it('always has a place for a domain that holds none: a stream of the domain with the most ends', async () => {
    const readers: Reader[] = [];
    // Each domain takes as many places as it may.
    for (let n = 0; n < 15; n += 1) {
      const taken = await Promise.allSettled(
        Array.from({ length: 1_001 }, () => follow(undefined, {}, `loud${n}`)),
      );
      readers.push(...taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value.reader] : [])));
      // A single domain gets half of the places.
      expect(taken.at(-1)).toMatchObject({ reason: { code: 'ERROR_RATE_LIMITED', kind: 'exhausted' } });
    }
    const countEnded = () => readers.filter(({ isFinished }) => isFinished).length;
    const ended = countEnded();
    await follow(undefined, {}, 'newcomer');
    expect(countEnded() - ended).toBe(1);
    expect(readers.findIndex(({ isFinished }) => isFinished)).toBeLessThan(1_000);
  });

  it('does not wait for transactions that write no events, also of other databases', async () => {
    const { reader } = await join();
    const elsewhere = await createTestDatabase();
    const other = new Pool({ connectionString: elsewhere.url, application_name: 'somebody else', max: 1 });
    const open = [await other.connect(), await store.pool.connect()];
    for (const client of open) {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
    }
    try {
      const began = performance.now();
      const id = await store.add();
      await waitForMessages(reader, 1);
      expect(reader.ids).toEqual([id]);
      expect(performance.now() - began).toBeLessThan(8_000);
      expect(horizon.oldestAge).toMatchObject({ passed: true });

      // A transaction that may write events is waited for in any case, also longer than that.
      const late = await store.pool.connect();
      await late.query(`begin; ${LOCK_FEED}`);
      await late.query('select pg_current_xact_id()');
      const early = await store.add();
      await sleep(6_500);
      expect(reader.ids).toEqual([id]);
      await late.query(`insert into event_feed (domain_id, event_ids) values ('d1', array[$1::uuid])`, [
        parseId('event', id),
      ]);
      await late.query('commit');
      late.release();
      await waitForMessages(reader, 3);
      expect(reader.ids).toEqual([id, id, early]);

      // Reconnects to a process that has not identified the transaction yet.
      const fresh = createFeed(new FeedHorizon(store.pool));
      const again = new Reader();
      const after = reader.received[0]?.position;
      await fresh.follow({ scope: { domain_id: 'd1' }, filter: {}, reader: again, after });
      await waitForMessages(again, 2);
      expect(again.resets).toEqual([]);
      expect(again.ids).toEqual([id, early]);
      await fresh.beforeApplicationShutdown();
    } finally {
      for (const client of open) {
        await client.query('rollback');
        client.release();
      }
      await other.end();
      await elsewhere.drop();
    }
  });
});
