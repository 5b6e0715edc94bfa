import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { DatabaseClock } from './database-clock.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health',
  ),
);

async function writeOne(): Promise<string> {
  const subscription_id = await store.subscribe('every');
  await store.writeNotifications(createAlerts(subscription_id, 1));
  return subscription_id;
}
/** Seconds from now to these times of the only lane. */
async function readLane() {
  const { rows } = await store.pool.query<{ next: number; expiry: number }>(
    `select extract(epoch from next_attempt_at - clock_timestamp())::float8 as next,
       extract(epoch from expires_at - clock_timestamp())::float8 as expiry from notification_lane`,
  );
  return rows[0];
}

describe('times that were written while the clock of the database was ahead', () => {
  it.each(['2 hours', '2 days', '45 days', '1 year'])('do not delay a retry, by %s', async (ahead) => {
    await writeOne();
    await store.pool.query(
      'update notification_lane set next_attempt_at = clock_timestamp() + $1::interval',
      [ahead],
    );
    expect(await store.claim()).toHaveLength(1);
  });

  it('leave a retry that is due within an hour, and lanes that are held, as they are', async () => {
    await writeOne();
    for (const next of [`clock_timestamp() + interval '1 hour'`, `'infinity'`]) {
      await store.pool.query(`update notification_lane set next_attempt_at = ${next}`);
      expect(await store.claim()).toEqual([]);
    }
  });

  it('do not lease a lane for longer than a lease, nor make an attempt under way twice', async () => {
    await writeOne();
    expect(await store.claim()).toHaveLength(1);
    await store.pool.query(
      `update notification_lane set next_attempt_at = next_attempt_at + interval '45 days'`,
    );
    expect(await store.claim()).toEqual([]);
    await store.log.cleanUp();
    expect(await store.claim()).toEqual([]);
    expect((await readLane())?.next).toBeLessThanOrEqual(20);
  });

  it('do not keep a circuit breaker open', async () => {
    await writeOne();
    await store.pool.query(
      `update subscription_health set failures = 9, probe_at = clock_timestamp() + interval '1 hour'`,
    );
    expect(await store.claim()).toHaveLength(1);
  });

  it('do not hold back what waits for the quota or its group', async () => {
    const group = { by: ['severity'], wait: 60, interval: 60 };
    const subscription_id = await store.subscribe('every', 'd1', { group });
    await store.writeNotifications(createAlerts(subscription_id, 2));
    expect(await store.claim()).toEqual([]);
    await store.pool.query(
      `update notification_hold set look_at = look_at + interval '45 days', digest_at = digest_at + interval '45 days'`,
    );
    expect(await store.holds.closeDue()).toBe(1);
    expect(await store.claim()).toHaveLength(1);
  });
});

describe('a jump of the clock of the database', () => {
  /** The database's clock jumps by this time as seen by a process whose monotonic clock goes the other way. */
  const createClock = () => {
    let shift = 0;
    const clock = new DatabaseClock(store.pool, () => performance.now() - shift);
    return { follow: () => clock.follow(), jump: (ms: number) => (shift += ms) };
  };

  it.each([
    ['1 hour', HOUR_MS],
    ['2 days', 2 * DAY_MS],
    ['45 days', 45 * DAY_MS],
    ['1 year', 365 * DAY_MS],
  ])('of %s moves the lifetimes of waiting notifications, and back', async (_name, jump) => {
    await writeOne();
    const [one, other] = [createClock(), createClock()];
    const followAll = async () => {
      for (const clock of [one, other, one]) await clock.follow();
    };
    await followAll();
    for (const each of [jump, -jump]) {
      one.jump(each);
      other.jump(each);
      await followAll();
      const expected = (24 * HOUR_MS + (each > 0 ? jump : 0)) / 1000;
      expect(Math.abs(((await readLane())?.expiry ?? 0) - expected)).toBeLessThan(30);
    }
  });

  it('that only one worker measures, because its machine was suspended, is moved back once and for all', async () => {
    await writeOne();
    const [suspended, other] = [createClock(), createClock()];
    for (const clock of [suspended, other]) await clock.follow();
    const readJumps = async () => {
      const { rows } = await store.pool.query<{ jumps: number }>(
        'select round(jumps_ms / 60000.0)::int as jumps from notification_clock',
      );
      return rows[0]?.jumps ?? 0;
    };
    const before = await readJumps();
    const jumps: number[] = [];
    const followAll = async () => {
      for (const clock of [suspended, other, suspended, other, suspended, other]) {
        await clock.follow();
        jumps.push((await readJumps()) - before);
      }
    };
    suspended.jump(HOUR_MS);
    await followAll();
    expect(jumps.splice(0)).toEqual([60, 0, 0, 0, 0, 0]);
    expect(Math.abs(((await readLane())?.expiry ?? 0) - 86_400)).toBeLessThan(30);
    // A jump of the database, twice the same, is still followed.
    for (const clock of [suspended, other, suspended, other]) clock.jump(HOUR_MS);
    await followAll();
    expect(jumps).toEqual([120, 120, 120, 120, 120, 120]);
  });

  it('does not fail notifications whose receiver fails meanwhile', async () => {
    await writeOne();
    await store.log.cleanUp();
    // What the clock, two days ahead, makes of the lifetime.
    await store.pool.query(`update notification_lane set expires_at = expires_at - interval '2 days'`);
    await store.send({ outcome: 'retry', reason: 'answered 503' });
    expect(await store.countStates()).toEqual({ PENDING: 1 });
  });
});

describe('a worker whose clock is wrong', () => {
  const setClock = (wrongMs: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongMs });
    onTestFinished(() => void vi.useRealTimers());
  };
  /** Seconds from the time of the database to that of the id and of the notification. */
  const readAges = async (kind: string) => {
    const { rows } = await store.pool.query<{ id: string; age: number; told: number }>(
      `select notification_id as id, extract(epoch from created_at - clock_timestamp())::float8 as age,
         extract(epoch from (message ->> 'timestamp')::timestamptz - clock_timestamp())::float8 as told
       from notification where kind = $1`,
      [kind],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`nothing of the kind ${kind}`);
    const { rows: now } = await store.pool.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    const idMs = Number.parseInt(row.id.replace('-', '').slice(0, 12), 16);
    return [row.age, row.told, (idMs - (now[0]?.ms ?? 0)) / 1000].map((seconds) => Math.abs(seconds));
  };

  it.each([-45 * DAY_MS, 2 * HOUR_MS, 45 * DAY_MS])(
    'by %d ms makes digests and service notices of the time of the database',
    async (wrong) => {
      const group = { by: ['severity'], wait: 60, interval: 60 };
      const subscription_id = await store.subscribe('every', 'd1', { group });
      await store.writeNotifications(createAlerts(subscription_id, 2));
      await store.send();
      const failing = await store.subscribe('every', 'd2');
      await store.subscribe('every', 'd2', { kinds: ['subscription.failing'] });
      await store.pool.query(
        `update subscription_health set failures = 5, last_attempt_at = now() where subscription_id = $1`,
        [failing],
      );
      setClock(wrong);
      expect(await store.elapse()).toBe(1);
      expect(await store.subscriptions.notify()).toBe(1);
      for (const kind of ['digest', 'subscription.failing'])
        expect(Math.max(...(await readAges(kind)))).toBeLessThan(30);
    },
  );
});
