import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { formatId } from '#shared/kernel/ids.js';
import type { Verdict } from '../../protocols/domain/verdict.js';
import type { ClaimedAttempt } from '../application/ports/attempt-log.js';
import { GetNotification } from '../application/read-notifications.js';
import { GetNotificationHandler } from './notification-resource.js';

let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, subscription, subscription_health',
  ),
);

const refused: Verdict = { outcome: 'failed', reason: 'answered 401' };
const unavailable: Verdict = { outcome: 'retry', reason: 'answered 503' };
const silent: Verdict = { outcome: 'retry', reason: 'no answer within 10 seconds' };
const forbidden: Verdict = {
  outcome: 'retry',
  reason: 'the address is not public, and not allowed by NOTIFICATION_ALLOW',
  nothingLeft: true,
};
/** The request was made for another notification. */
const shared: Verdict = { ...silent, isFree: true };
const unreachable: Verdict = { outcome: 'retry', reason: 'cannot be reached: ECONNREFUSED' };

async function createAlert(protocol_id = 'newest', fields: object = {}) {
  const subscription_id = await store.subscribe(protocol_id, 'd1', fields);
  const alert = { subscription_id, protocol_id, alert_id: crypto.randomUUID(), severity: 'ERROR' };
  return (kind: string) => store.writeNotifications([{ ...alert, kind: `alert.${kind}` }]);
}

const settle = (claimed: readonly ClaimedAttempt[], verdict: Verdict, status: number | null) =>
  store.log.settle(
    claimed.map((each) => ({
      claimed: each,
      result: { verdict, status, answer: null },
      ...{ at: new Date(), latency_ms: 1 },
    })),
  );

async function sendDue() {
  await store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms' where next_attempt_at < 'infinity'`,
  );
  return (await store.send()).map(({ message }) => message.type);
}

const readStates = async () => {
  const { rows } = await store.pool.query<{ kind: string; state: string; reason: string | null }>(
    `select replace(kind, 'alert.', '') as kind, state, reason from notification
     where alert_id is not null and kind <> 'digest' order by seq`,
  );
  return rows.map(({ kind, state }) => `${kind} ${state}`);
};

it('a recovery that joined its lane before the opening was refused is not sent', async () => {
  const notify = await createAlert();
  await notify('opened');
  const claimed = await store.claim();
  await notify('resolved');
  await settle(claimed, refused, 401);
  expect(await sendDue()).toEqual([]);
  expect(await readStates()).toEqual(['opened FAILED', 'resolved CANCELLED']);
});

it('a recovery is sent if the opening may have arrived before it failed', async () => {
  const notify = await createAlert();
  await notify('opened');
  await store.send(silent);
  await store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms'`,
  );
  const claimed = await store.claim();
  await notify('resolved');
  await settle(claimed, refused, 401);
  expect(await sendDue()).toEqual(['alert.resolved']);
});

it.each([
  ['refused', unavailable, []],
  ['never made', unreachable, []],
  ['not allowed', forbidden, []],
  ['made for another notification, without a response', shared, ['alert.resolved']],
  ['without a response', silent, ['alert.resolved']],
] as const)('the recovery overtakes an opening whose attempts were %s', async (_, verdict, sent) => {
  const notify = await createAlert();
  await notify('opened');
  await store.send(verdict);
  await notify('resolved');
  expect(await sendDue()).toEqual(sent);
});

it('a recovery is sent if the worker ended while it sent the opening', async () => {
  const notify = await createAlert();
  await notify('opened');
  await store.claim();
  await notify('resolved');
  expect(await sendDue()).toEqual(['alert.resolved']);
});

it('a recovery is sent if some recipients of the opening got it', async () => {
  const notify = await createAlert();
  await notify('opened');
  const claimed = await store.claim();
  await store.log.settle(
    claimed.map((each) => ({
      claimed: each,
      result: {
        verdict: { ...unavailable, partly: 'now' } as Verdict,
        ...{ status: 450, answer: null, progress: { left: ['eve@example.org'], got: 1, refused: [] } },
      },
      ...{ at: new Date(), latency_ms: 1 },
    })),
  );
  await notify('resolved');
  expect(await sendDue()).toEqual(['alert.resolved']);
});

it.each([
  ['was refused', 400, []],
  ['may have arrived', null, ['alert.resolved']],
] as const)('the recovery follows an opening in a digest that %s', async (_, status, sent) => {
  const group = { by: ['severity'], wait: 0, interval: 60 };
  const subscription_id = await store.subscribe('newest', 'd1', { group });
  const [first, second] = createAlerts(subscription_id, 2, 'ERROR', { protocol_id: 'newest' });
  if (first === undefined || second === undefined) throw new Error('no alerts');
  await store.writeNotifications([first, second]);
  await store.send();
  await store.elapse();
  const digest = await store.claim();
  expect(digest.map(({ message }) => message.type)).toEqual(['digest']);
  await store.pool.query('update subscription set group_by = null');
  await store.writeNotifications([{ ...first, kind: 'alert.resolved' }]);
  await settle(digest, { outcome: 'failed', reason: 'it was given up' }, status);
  await store.holds.finishDigests();
  expect(await sendDue()).toEqual(sent);
});

it('a subscription that asks for no openings gets the recovery after what it asks for', async () => {
  const notify = await createAlert();
  await notify('acknowledged');
  await notify('resolved');
  expect(await sendDue()).toEqual(['alert.resolved']);
});

it('a receiver of every change gets the recovery of an opening that it refused', async () => {
  const notify = await createAlert('every');
  await notify('opened');
  const claimed = await store.claim();
  await notify('resolved');
  await settle(claimed, refused, 401);
  expect(await sendDue()).toEqual(['alert.resolved']);
});

it('what is stored of an attempt for the service is not shown', async () => {
  const notify = await createAlert();
  await notify('opened');
  await store.send(forbidden);
  const { rows } = await store.pool.query<{ id: string; attempts: readonly object[] }>(
    'select notification_id as id, attempts from notification',
  );
  expect(rows[0]?.attempts).toMatchObject([{ nothing_left: true }]);
  const id = formatId('notification', rows[0]?.id ?? '');
  const scope = { domain_id: 'd1', user_id: null, role: 'ADMIN', root: true } as const;
  const found = await new GetNotificationHandler(store.pool).execute(new GetNotification(scope, id));
  expect(found.attempts?.map((attempt) => Object.keys(attempt))).toEqual([
    ['at', 'status', 'latency_ms', 'error', 'answer'],
  ]);
});
