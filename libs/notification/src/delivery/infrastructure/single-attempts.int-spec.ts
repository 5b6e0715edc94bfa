import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import type { Verdict } from '../../protocols/domain/verdict.js';
import type { ClaimedAttempt } from '../application/ports/attempt-log.js';

let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, subscription, subscription_health, notification_told',
  ),
);

const unavailable: Verdict = { outcome: 'retry', reason: 'answered 503' };

const settle = (claimed: readonly ClaimedAttempt[], verdict: Verdict) =>
  store.log.settle(
    claimed.map((each) => ({
      claimed: each,
      result: { verdict, status: 200, answer: null },
      ...{ at: new Date(), latency_ms: 1 },
    })),
  );

/** Returns the seconds until the next attempt. */
async function readWait(): Promise<number> {
  const { rows } = await store.pool.query<{ waits: number }>(
    'select extract(epoch from next_attempt_at - clock_timestamp())::float8 as waits from notification_lane',
  );
  return rows[0]?.waits ?? Number.NaN;
}

/** Lets time pass for what waits. */
async function elapse(): Promise<void> {
  await store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms'`,
  );
  await store.pool.query(`update subscription_health set probe_at = clock_timestamp() - interval '0.5 s'`);
}

describe('a receiver that is gone', () => {
  const gone: Verdict = { outcome: 'gone', reason: 'answered 410' };
  const readState = async () =>
    (await store.pool.query<{ state: string }>('select state from subscription')).rows[0]?.state;

  it('has its subscription disabled', async () => {
    await store.writeNotifications(createAlerts(await store.subscribe('every'), 1));
    await settle(await store.claim(), gone);
    expect(await readState()).toBe('DISABLED');
  });

  it('keeps a subscription that was changed during the attempt', async () => {
    await store.writeNotifications(createAlerts(await store.subscribe('every'), 1));
    const claimed = await store.claim();
    await store.pool.query(`update subscription set updated_at = updated_at + interval '1 ms'`);
    await settle(claimed, gone);
    expect(await readState()).toBe('ENABLED');
  });
});

describe('a notification that is sent again', () => {
  it('is soon tried again, however often it failed before', async () => {
    await store.writeNotifications(createAlerts(await store.subscribe('every'), 1));
    for (let attempt = 1; attempt < 6; attempt += 1) {
      await settle(await store.claim(), unavailable);
      await elapse();
    }
    await settle(await store.claim(), unavailable);
    expect(await readWait()).toBeGreaterThan(2_000);
    await store.pool.query('delete from notification_lane');
    const { rows } = await store.pool.query<{ id: string }>(
      `update notification set state = 'FAILED' returning notification_id as id`,
    );
    await store.resend(rows[0]?.id ?? '');
    await elapse();
    const [again, ...others] = await store.claim();
    expect(again?.attempts).toBe(6);
    await settle([again as ClaimedAttempt, ...others], unavailable);
    expect(await readWait()).toBeLessThan(10);
  });
});

describe('a claim that waits for a connection', () => {
  it('leaves its attempts the whole time in which they may begin', async () => {
    await store.writeNotifications(createAlerts(await store.subscribe('every'), 1));
    const clients = await Promise.all(Array.from({ length: 8 }, () => store.pool.connect()));
    const claiming = store.claim();
    await sleep(300);
    const freed = performance.now();
    for (const client of clients) client.release();
    const [claimed] = await claiming;
    expect(claimed?.claimedAt).toBeGreaterThanOrEqual(freed);
  });
});
