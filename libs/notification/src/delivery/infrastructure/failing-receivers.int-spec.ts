import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import type { Verdict } from '../../protocols/domain/verdict.js';
import { IS_FAILING_SQL } from '../../subscriptions/tables/subscription-table.js';
import type { ClaimedAttempt } from '../application/ports/attempt-log.js';

let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health, notification_told',
  ),
);

const unavailable: Verdict = { outcome: 'retry', reason: 'answered 503' };
const refused: Verdict = { outcome: 'failed', reason: 'answered 401' };
const tooOften = (after?: number): Verdict => ({
  outcome: 'retry',
  reason: 'answered 429',
  after,
  isPause: true,
});
const sent: Verdict = { outcome: 'sent' };

/** @param at when the attempts began */
const settle = (claimed: readonly ClaimedAttempt[], verdict: Verdict, at = new Date()) =>
  store.log.settle(
    claimed.map((each) => ({
      claimed: each,
      result: { verdict, status: 200, answer: null },
      ...{ at, latency_ms: 1 },
    })),
  );
const listAlerts = (claimed: readonly ClaimedAttempt[]) =>
  claimed.map(({ message }) => ('alert' in message.data ? message.data.alert.severity : message.type));

async function readHealth() {
  const { rows } = await store.pool.query<{ failures: number; probe: number; pause: number; waits: number }>(
    `select failures, extract(epoch from probe_at - clock_timestamp())::float8 as probe,
       extract(epoch from paused_until - clock_timestamp())::float8 as pause,
       (select extract(epoch from min(next_attempt_at) - clock_timestamp())::float8 from notification_lane) as waits
     from subscription_health where last_attempt_at is not null`,
  );
  return rows[0] ?? { failures: NaN, probe: NaN, pause: NaN, waits: NaN };
}
/** Lets time pass for what waits. */
async function elapse(): Promise<void> {
  await store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms' where next_attempt_at < 'infinity'`,
  );
  const past = `clock_timestamp() - interval '0.5 s'`;
  await store.pool.query(`update subscription_health set probe_at = ${past}, paused_until = ${past}`);
}

describe('the order of what is due', () => {
  it('is by severity, although the less severe has waited longer', async () => {
    const subscription_id = await store.subscribe('every');
    for (const severity of ['INFO', 'WARNING', 'ERROR', 'CRITICAL'])
      await store.writeNotifications(createAlerts(subscription_id, 3, severity));
    const claimed = listAlerts(await store.claim());
    expect(claimed.map((severity) => String(severity)[0]).join('')).toBe('CCCEEEWW');
  });

  it('counts what an alert has become', async () => {
    const subscription_id = await store.subscribe('newest');
    const [alert] = createAlerts(subscription_id, 1, 'WARNING', { protocol_id: 'newest' });
    if (alert === undefined) return;
    await store.writeNotifications([alert]);
    await store.writeNotifications(createAlerts(subscription_id, 10, 'ERROR', { protocol_id: 'newest' }));
    await store.writeNotifications([{ ...alert, kind: 'alert.escalated', severity: 'CRITICAL' }]);
    expect(listAlerts(await store.claim())[0]).toBe('CRITICAL');
  });
});

describe('a receiver that is asked too often', () => {
  it('gets nothing until the time that it names, which counts neither as a failure nor as an attempt', async () => {
    const subscription_id = await store.subscribe('every');
    await store.writeNotifications(createAlerts(subscription_id, 20));
    for (let round = 0; round < 4; round += 1) {
      await settle(await store.claim(), tooOften(7));
      const health = await readHealth();
      expect(health.failures).toBe(0);
      expect(health.pause).toBeGreaterThan(6);
      expect(health.pause).toBeLessThan(7.1);
      expect(await store.claim()).toEqual([]);
      await elapse();
    }
    const { rows } = await store.pool.query('select distinct attempt_count from notification');
    expect(rows).toEqual([{ attempt_count: 0 }]);
    await settle(await store.claim(), unavailable);
    const { waits } = await readHealth();
    expect(waits).toBeLessThan(6.1);
  });

  it('pauses for a second at least and an hour at most', async () => {
    const subscription_id = await store.subscribe('every');
    await store.writeNotifications(createAlerts(subscription_id, 1));
    for (const [asked, kept] of [
      [0, 1],
      [undefined, 5],
      [86_400, 3_600],
    ] as const) {
      await settle(await store.claim(), tooOften(asked));
      const { pause, waits } = await readHealth();
      expect(Math.round(pause)).toBe(kept);
      expect(Math.round(waits)).toBe(kept);
      await elapse();
    }
  });

  it('gets longer and longer pauses while it only says so', async () => {
    const subscription_id = await store.subscribe('every');
    await store.writeNotifications(createAlerts(subscription_id, 1));
    const pauses: number[] = [];
    for (const seconds of [0, 4, 30, 3_000]) {
      await elapse();
      await store.pool.query(
        `update subscription_health set paused_since = paused_since - interval '${seconds} s'`,
      );
      await settle(await store.claim(), tooOften(0));
      pauses.push(Math.round((await readHealth()).pause));
    }
    expect(pauses).toEqual([1, 4, 34, 60]);
    await elapse();
    await settle(await store.claim(), sent);
    await store.writeNotifications(createAlerts(subscription_id, 1));
    await settle(await store.claim(), tooOften(0));
    expect(Math.round((await readHealth()).pause)).toBe(1);
  });

  it('fails when it has said so for five minutes without a break, or names a longer time', async () => {
    const isFailing = async () => {
      const { rows } = await store.pool.query<{ failing: boolean }>(
        `select ${IS_FAILING_SQL} as failing from subscription s join subscription_health h using (subscription_id)`,
      );
      return rows.map(({ failing }) => failing);
    };
    const subscription_id = await store.subscribe('every');
    await store.writeNotifications(createAlerts(subscription_id, 1));
    await settle(await store.claim(), tooOften(200));
    await elapse();
    await store.pool.query(`
      update subscription_health set paused_since = paused_since - interval '1 h',
        paused_until = paused_until - interval '1 h', last_attempt_at = last_attempt_at - interval '1 h'`);
    expect(await isFailing()).toEqual([false]);
    await settle(await store.claim(), tooOften(200));
    expect(await isFailing()).toEqual([false]);
    await store.pool.query(`update subscription_health set paused_since = paused_since - interval '101 s'`);
    expect(await isFailing()).toEqual([true]);
    await elapse();
    await settle(await store.claim(), sent);
    expect(await isFailing()).toEqual([false]);
    await store.writeNotifications(createAlerts(subscription_id, 1));
    await settle(await store.claim(), tooOften(3_600));
    expect(await isFailing()).toEqual([true]);
  });

  it('is told what is most severe first after the pause', async () => {
    const subscription_id = await store.subscribe('every');
    await store.writeNotifications(createAlerts(subscription_id, 10));
    await settle(await store.claim(), tooOften(1));
    await store.writeNotifications(createAlerts(subscription_id, 1, 'CRITICAL'));
    await elapse();
    expect(listAlerts(await store.claim())[0]).toBe('CRITICAL');
  });
});

describe('a receiver with a documented rate', () => {
  it('is sent no more than that, by all workers together', async () => {
    const subscription_id = await store.subscribe('paced');
    await store.writeNotifications(createAlerts(subscription_id, 10, 'ERROR', { protocol_id: 'paced' }));
    const claims = await Promise.all([store.claim(), store.claim(), store.claim()]);
    expect(claims.flat()).toHaveLength(2);
    await settle(claims.flat(), sent);
    expect(await store.claim()).toEqual([]);
    expect((await readHealth()).pause).toBeGreaterThan(0.5);
    await elapse();
    expect(await store.claim()).toHaveLength(2);
  });

  it('leaves other subscriptions alone', async () => {
    const paced = await store.subscribe('paced');
    const other = await store.subscribe('every');
    await store.writeNotifications(createAlerts(paced, 10, 'ERROR', { protocol_id: 'paced' }));
    await store.writeNotifications(createAlerts(other, 5));
    const ids = (await store.claim()).map(({ subscription_id }) => subscription_id);
    expect([ids.filter((id) => id === paced).length, ids.filter((id) => id === other).length]).toEqual([
      2, 5,
    ]);
  });
});

describe('a receiver that is away', () => {
  it('is tried again after five seconds, however many attempts were under way when it went', async () => {
    const subscription_id = await store.subscribe('every');
    await store.writeNotifications(createAlerts(subscription_id, 20));
    const claimed = await store.claim();
    expect(claimed).toHaveLength(8);
    const began = new Date();
    await settle(claimed.slice(0, 6), unavailable, began);
    const opened = await readHealth();
    expect(opened.failures).toBe(5);
    expect(opened.probe).toBeLessThanOrEqual(5);
    await settle(claimed.slice(6), unavailable, began);
    const later = await readHealth();
    expect(later.failures).toBe(5);
    expect(later.probe).toBeLessThanOrEqual(opened.probe);
  });

  it('is tried with the most severe, and told everything at once when it answers', async () => {
    const subscription_id = await store.subscribe('every');
    await store.writeNotifications([
      ...createAlerts(subscription_id, 20),
      ...createAlerts(subscription_id, 1, 'CRITICAL'),
    ]);
    await settle(await store.claim(), unavailable);
    for (let failed = 6; failed < 9; failed += 1) {
      await elapse();
      const probe = await store.claim();
      expect(listAlerts(probe)).toEqual(['CRITICAL']);
      await settle(probe, unavailable);
      expect((await readHealth()).failures).toBe(failed);
    }
    await store.pool.query(`update subscription_health set probe_at = clock_timestamp() - interval '0.5 s'`);
    await settle(await store.claim(), sent);
    // The retries of the others are minutes away.
    await store.pool.query(
      `update notification_lane set next_attempt_at = clock_timestamp() + interval '10 min' where next_attempt_at > clock_timestamp()`,
    );
    await store.untold.tellAgain();
    await store.send();
    expect(await store.countStates()).toEqual({ SENT: 21 });
  });
});

describe('a fault of the service', () => {
  it('does not count as a failure of the receiver', async () => {
    const subscription_id = await store.subscribe('every');
    await store.writeNotifications(createAlerts(subscription_id, 8));
    const fault = { outcome: 'retry', reason: 'no protocol', nothingLeft: true, isOwnFault: true } as const;
    await settle(await store.claim(), fault);
    expect((await readHealth()).failures).toBe(0);
    await elapse();
    await settle(await store.claim(), { ...fault, isOwnFault: false });
    expect((await readHealth()).failures).toBe(5);
  });
});

describe('a receiver that refuses for good', () => {
  it('is failing, and the others are told so', async () => {
    const refusing = await store.subscribe('every');
    const other = await store.subscribe('newest', 'd1', { kinds: ['subscription.failing'] });
    await store.writeNotifications(createAlerts(refusing, 20));
    await settle(await store.claim(), refused);
    expect((await readHealth()).failures).toBe(5);
    // What is not under way waits instead of being refused as well.
    expect(await store.claim()).toEqual([]);
    expect(await store.subscriptions.notify()).toBe(1);
    const [notice] = await store.claim();
    expect(notice).toMatchObject({
      subscription_id: other,
      message: {
        type: 'subscription.failing',
        data: { title: expect.stringMatching(/cannot be told: answered 401$/) },
      },
    });
  });

  it('is failing after a single refusal that nothing followed for a minute', async () => {
    const refusing = await store.subscribe('every');
    await store.subscribe('newest', 'd1', { kinds: ['subscription.failing'] });
    await store.writeNotifications(createAlerts(refusing, 1));
    await settle(await store.claim(), refused);
    expect(await store.subscriptions.notify()).toBe(0);
    await store.pool.query(
      `update subscription_health set last_attempt_at = last_attempt_at - interval '1 min'`,
    );
    expect(await store.subscriptions.notify()).toBe(1);
    expect(await store.subscriptions.notify()).toBe(0);
  });

  it('that is disabled for it is told of, with the reason', async () => {
    const gone = await store.subscribe('every');
    await store.subscribe('newest', 'd1', { kinds: ['subscription.failing'] });
    await store.writeNotifications(createAlerts(gone, 1));
    await settle(await store.claim(), { outcome: 'gone', reason: 'answered 410' });
    expect(await store.subscriptions.notify()).toBe(1);
    expect(await store.subscriptions.notify()).toBe(0);
    const [notice] = await store.claim();
    expect(notice?.message.data).toMatchObject({
      title: expect.stringMatching(/is disabled and is told nothing: The receiver answered 410 Gone$/),
    });
    // What a person disables is meant to be silent.
    await store.pool.query(
      `update subscription set state_reason = null, active_since = now() where state = 'DISABLED'`,
    );
    expect(await store.subscriptions.notify()).toBe(0);
  });
});
