import type { ClientBase } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '#test/client.js';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import type { Verdict } from '../../protocols/domain/verdict.js';
import type { ClaimedAttempt } from '../application/ports/attempt-log.js';

let store: SendingStore;
beforeAll(async () => {
  store = await createSendingStore();
});
afterAll(async () => {
  await store.close();
});
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health',
  ),
);

const UNKNOWN: Verdict = { outcome: 'retry', reason: 'no answer' };
const settle = (claimed: readonly ClaimedAttempt[]) =>
  store.log.settle(
    claimed.map((each) => ({
      claimed: each,
      result: { verdict: { outcome: 'sent' as const }, status: 204, answer: null },
      at: new Date(),
      latency_ms: 1,
    })),
  );
const countLockWaits = async () => {
  const { rows } = await store.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
};
/** Makes an alert with a notification that was sent and an attempt under way. */
async function createInFlight() {
  const subscription_id = await store.subscribe('every');
  const alert = { subscription_id, alert_id: crypto.randomUUID(), severity: 'ERROR' };
  const [older = ''] = await store.writeNotifications([alert]);
  await store.send();
  const [head = ''] = await store.writeNotifications([{ ...alert, kind: 'alert.resolved' }]);
  return { older, head, claimed: await store.claim() };
}
async function duringTransaction(work: (client: ClientBase) => Promise<void>): Promise<void> {
  const client = await store.pool.connect();
  try {
    await client.query('begin');
    await work(client);
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release(true);
  }
}

it('stores the outcome of an attempt and queues a resend in its lane without a deadlock', async () => {
  const { older, head, claimed } = await createInFlight();
  let both: Promise<unknown> = Promise.resolve();
  await duringTransaction(async (client) => {
    await client.query('select from notification where notification_id = $1 for update', [head]);
    const resent = store.resend(older);
    await until(countLockWaits, (count) => count === 1);
    both = Promise.all([resent, settle(claimed)]);
    both.catch(() => undefined);
    await until(countLockWaits, (count) => count === 2);
  });
  await both;
  expect(await store.countStates()).toEqual({ SENT: 1, PENDING: 1 });
  const { rows } = await store.pool.query<{ attempts: number }>(
    'select jsonb_array_length(attempts) as attempts from notification where notification_id = $1',
    [head],
  );
  expect(rows).toEqual([{ attempts: 1 }]);
});

it('outcomes are stored although PostgreSQL ends the transaction for a deadlock', async () => {
  const { head, claimed } = await createInFlight();
  let settled: Promise<void> = Promise.resolve();
  await duringTransaction(async (client) => {
    // The transaction that waits second detects the deadlock and is rolled back.
    await client.query(`set local deadlock_timeout = '1min'`);
    await client.query('select from notification where notification_id = $1 for update', [head]);
    settled = settle(claimed);
    settled.catch(() => undefined);
    await until(countLockWaits, (count) => count === 1);
    await client.query('select from notification_lane for update');
  });
  await settled;
  expect(await store.countStates()).toEqual({ SENT: 2 });
});

it('outcomes are stored although the connection is lost', async () => {
  const { head, claimed } = await createInFlight();
  let settled: Promise<void> = Promise.resolve();
  await duringTransaction(async (client) => {
    await client.query('select from notification where notification_id = $1 for update', [head]);
    settled = settle(claimed);
    settled.catch(() => undefined);
    await until(countLockWaits, (count) => count === 1);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
  });
  await settled;
  expect(await store.countStates()).toEqual({ SENT: 2 });
});

it.each(['a\0', 'a\ud83d'])('outcomes are stored whatever the receiver answers: %j', async (text) => {
  const subscription_id = await store.subscribe('every');
  await store.writeNotifications(createAlerts(subscription_id, 2));
  const reason = `answered 400: ${text}`;
  const receipt = { channel: text };
  const progress = { [text]: [text] };
  const verdicts: Verdict[] = [
    { outcome: 'failed', reason },
    { outcome: 'sent', note: text },
  ];
  await store.log.settle(
    (await store.claim()).map((claimed, at) => ({
      claimed,
      result: { verdict: verdicts[at] ?? UNKNOWN, status: 400, answer: text, receipt, progress },
      at: new Date(),
      latency_ms: 1,
    })),
  );
  expect(await store.countStates()).toEqual({ FAILED: 1, SENT: 1 });
  const { rows } = await store.pool.query<{ error: string; receipt: object; progress: object }>(
    `select attempts -> 0 ->> 'error' as error, receipt, progress
     from notification join notification_receipt using (subscription_id, subject_id)
     where state = 'FAILED'`,
  );
  expect(rows).toEqual([
    { error: 'answered 400: a\ufffd', receipt: { channel: 'a\ufffd' }, progress: { 'a\ufffd': ['a\ufffd'] } },
  ]);
});

it('adds an urgent change to a held lane while the hold extends its lanes, without a deadlock', async () => {
  const limited = await createSendingStore({ day: 3 });
  try {
    const subscription_id = await limited.subscribe('every');
    const alert = (severity: string) => ({ subscription_id, alert_id: crypto.randomUUID(), severity });
    await limited.writeNotifications([alert('ERROR'), alert('ERROR')]);
    await limited.send();
    const held = alert('WARNING');
    await limited.writeNotifications([held]);
    await limited.send();
    await limited.pool.query(`update notification_hold set look_at = clock_timestamp() - interval '1 s'`);
    await limited.pool.query(`update notification_lane set expires_at = clock_timestamp() - interval '1 ms'`);
    const client = await limited.pool.connect();
    await client.query('begin');
    // The first lock of the join: the hold meets it halfway.
    await client.query('select from notification_lane for update');
    const closed = limited.holds.closeDue();
    await until(
      async () => {
        const { rows } = await limited.pool.query<{ look_at: Date }>('select look_at from notification_hold');
        const { rows: waiting } = await limited.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length > 0 || (rows[0]?.look_at ?? new Date(0)) > new Date();
      },
      (isSettled) => isSettled,
    );
    await client.query(`set local lock_timeout = '3s'`);
    await limited.writeNotifications([{ ...held, kind: 'alert.escalated', severity: 'CRITICAL' }], client);
    await client.query('commit');
    client.release();
    await closed;
    // The urgent change makes the hold due, and leaves with the one before it as soon as the quota permits.
    limited.clock.time = new Date(limited.clock.time.getTime() + 86_400_000);
    await limited.holds.closeDue();
    expect((await limited.send()).map(({ message }) => message.type)).toEqual([
      'alert.opened',
      'alert.escalated',
    ]);
    expect(await limited.countStates()).toEqual({ SENT: 4 });
  } finally {
    await limited.close();
  }
});
