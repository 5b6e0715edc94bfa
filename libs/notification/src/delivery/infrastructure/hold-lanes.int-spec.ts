import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { deleteIdleGroups } from './notification-holds.js';

let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore({ day: 1_000 })));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health',
  ),
);

const INTERVAL = 300;
const GROUP = { by: ['severity'], wait: 30, interval: INTERVAL };
const subscribeGrouped = (protocol_id = 'every') => store.subscribe(protocol_id, 'd1', { group: GROUP });
const createAlerts = (subscription_id: string, count: number, severity = 'WARNING', protocol_id = 'every') =>
  Array.from({ length: count }, () => ({
    ...{ subscription_id, severity, protocol_id, alert_id: crypto.randomUUID() },
  }));

/** Ends the waiting time of all groups, and sends what is due then. */
async function elapse() {
  await store.pool.query(
    `update notification_hold set look_at = clock_timestamp() - interval '1 s' where look_at is not null`,
  );
  await store.holds.closeDue();
  const sent = await store.send();
  await store.holds.finishDigests();
  return sent.map(({ message, notification_id }) => ({ ...message, notification_id }));
}

const readSecondsToNext = async () => {
  const { rows } = await store.pool.query<{ seconds: number }>(
    'select extract(epoch from look_at - clock_timestamp())::float8 as seconds from notification_hold where look_at is not null',
  );
  return rows.map(({ seconds }) => seconds);
};

it('sends the changes of a group as one digest that consumes one unit of the quota', async () => {
  const subscription_id = await subscribeGrouped();
  await store.writeNotifications([
    ...createAlerts(subscription_id, 40),
    ...createAlerts(subscription_id, 20, 'ERROR'),
  ]);
  expect(await store.send()).toEqual([]);
  expect(await store.countStates()).toEqual({ HELD: 60 });
  expect(await store.holds.closeDue()).toBe(0);
  const messages = await elapse();
  expect(
    messages.toSorted((a, b) => JSON.stringify(a.data).length - JSON.stringify(b.data).length),
  ).toMatchObject([
    {
      type: 'digest',
      data: { total: 20, by_severity: { ERROR: 20 }, reason: 'They have the same severity.' },
    },
    { type: 'digest', data: { total: 40, by_severity: { WARNING: 40 } } },
  ]);
  expect(await store.countStates()).toEqual({ SENT: 60 });
  expect(await store.countUsed()).toBe(2);
});

it('sends a single change of a group as itself, and holds later ones for the interval', async () => {
  const subscription_id = await subscribeGrouped();
  await store.writeNotifications(createAlerts(subscription_id, 1));
  expect(await store.send()).toEqual([]);
  for (const seconds of await readSecondsToNext()) expect(seconds).toBeLessThanOrEqual(GROUP.wait);
  expect(await elapse()).toMatchObject([{ type: 'alert.opened' }]);
  await store.writeNotifications(createAlerts(subscription_id, 2));
  expect(await store.send()).toEqual([]);
  const [next = 0] = await readSecondsToNext();
  expect(next).toBeGreaterThan(INTERVAL - 30);
  expect(next).toBeLessThanOrEqual(INTERVAL);
  expect(await elapse()).toMatchObject([{ type: 'digest', data: { total: 2 } }]);
});

it('sends a change that was written while a digest is sent after that digest', async () => {
  const subscription_id = await subscribeGrouped();
  const [first, second] = createAlerts(subscription_id, 2);
  if (first === undefined || second === undefined) throw new Error('no alerts');
  await store.writeNotifications([first, second]);
  await store.send();
  await store.pool.query(`update notification_hold set look_at = clock_timestamp() - interval '1 s'`);
  await store.holds.closeDue();
  await store.writeNotifications([{ ...first, kind: 'alert.resolved' }]);
  expect((await store.send()).map(({ message }) => message.type)).toEqual(['digest']);
  expect(await store.countStates()).toEqual({ HELD: 2, PENDING: 1 });
  await store.holds.finishDigests();
  expect(await store.send()).toEqual([]);
  expect(await elapse()).toMatchObject([{ type: 'alert.resolved' }]);
});

it('includes only the newest change of an alert in a digest if the protocol sends only that', async () => {
  const subscription_id = await subscribeGrouped('newest');
  const [first, second] = createAlerts(subscription_id, 2, 'ERROR', 'newest');
  if (first === undefined || second === undefined) throw new Error('no alerts');
  await store.writeNotifications([first, second]);
  await store.writeNotifications([{ ...first, kind: 'alert.escalated' }]);
  await store.send();
  expect(await elapse()).toMatchObject([{ type: 'digest', data: { total: 2 } }]);
  expect(await store.countStates()).toEqual({ SENT: 2, SUPERSEDED: 1 });
});

it('creates one digest with two workers, and resends it under the same id after a crash', async () => {
  const subscription_id = await subscribeGrouped();
  await store.writeNotifications(createAlerts(subscription_id, 3));
  await store.send();
  await store.pool.query(`update notification_hold set look_at = clock_timestamp() - interval '1 s'`);
  expect(await Promise.all([store.holds.closeDue(), store.holds.closeDue()])).toContain(1);
  const lost = await store.claim();
  expect(lost.map(({ message }) => message.type)).toEqual(['digest']);
  await store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms' where attempt_id is not null`,
  );
  expect((await store.send()).map(({ notification_id }) => notification_id)).toEqual(
    lost.map(({ notification_id }) => notification_id),
  );
  await store.holds.finishDigests();
  expect(await store.countStates()).toEqual({ SENT: 3 });
  expect(await store.countUsed()).toBe(2);
});

it('deletes a group without held changes after its interval', async () => {
  const subscription_id = await subscribeGrouped();
  await store.writeNotifications(createAlerts(subscription_id, 1));
  await store.send();
  await elapse();
  const countHolds = async () => (await store.pool.query('select from notification_hold')).rowCount;
  await deleteIdleGroups(store.pool);
  expect(await countHolds()).toBe(1);
  await store.pool.query(`update notification_hold set digest_at = clock_timestamp() - interval '1 s'`);
  await deleteIdleGroups(store.pool);
  expect(await countHolds()).toBe(0);
});

it('closes ten due groups of a domain before those of another domain, and the rest after them', async () => {
  for (let n = 0; n < 30; n += 1) {
    const loud = await store.subscribe('every', 'loud', { group: GROUP });
    await store.writeNotifications(createAlerts(loud, 2).map((each) => ({ ...each, domain_id: 'loud' })));
  }
  const good = await store.subscribe('every', 'good', { group: GROUP });
  await store.writeNotifications(createAlerts(good, 2).map((each) => ({ ...each, domain_id: 'good' })));
  expect(await store.send()).toEqual([]);
  await store.pool.query(
    `update notification_hold set
       look_at = clock_timestamp() - make_interval(secs => case domain_id when 'loud' then 60 else 1 end)`,
  );
  expect(await store.holds.closeDue()).toBe(31);
  const { rows } = await store.pool.query<{ domain_id: string }>(
    `select domain_id from notification where kind = 'digest' order by seq`,
  );
  expect(rows.map(({ domain_id }) => domain_id)).toEqual([
    ...Array.from({ length: 10 }, () => 'loud'),
    'good',
    ...Array.from({ length: 20 }, () => 'loud'),
  ]);
});

/** Sends what is due now. */
async function sendDue() {
  const held = await store.send();
  await store.holds.closeDue();
  const sent = [...held, ...(await store.send())];
  await store.holds.finishDigests();
  return sent.map(({ message }) => message);
}

/** Returns one of two alerts of a group that wait for its next message. */
async function createWaiting(protocol_id: string) {
  const group = { ...GROUP, wait: 0 };
  const subscription_id = await store.subscribe(protocol_id, 'd1', { group });
  const [first, ...waiting] = createAlerts(subscription_id, 3, 'WARNING', protocol_id);
  await store.writeNotifications(first === undefined ? [] : [first]);
  expect(await sendDue()).toMatchObject([{ type: 'alert.opened' }]);
  await store.writeNotifications(waiting);
  expect(await sendDue()).toEqual([]);
  return waiting[0] ?? expect.unreachable();
}

describe('an alert that changes while it waits in a group', () => {
  it('waits no longer with what is less severe if its severity rises', async () => {
    const alert = await createWaiting('newest');
    await store.writeNotifications([{ ...alert, kind: 'alert.escalated', severity: 'CRITICAL' }]);
    expect(await sendDue()).toMatchObject([{ type: 'alert.escalated' }]);
    expect(await store.countStates()).toEqual({ SENT: 2, SUPERSEDED: 1, HELD: 1 });
  });

  it('is sent with all its changes if the protocol sends each, and in their order', async () => {
    const alert = await createWaiting('every');
    await store.writeNotifications([{ ...alert, kind: 'alert.escalated', severity: 'CRITICAL' }]);
    expect(await sendDue()).toMatchObject([{ type: 'digest', data: { total: 2, severity: 'CRITICAL' } }]);
    expect(await store.countStates()).toEqual({ SENT: 3, HELD: 1 });
  });

  it('goes on waiting if it stays in its group', async () => {
    const alert = await createWaiting('newest');
    await store.writeNotifications([{ ...alert, kind: 'alert.acknowledged' }]);
    expect(await sendDue()).toEqual([]);
    expect(await elapse()).toMatchObject([{ type: 'digest', data: { total: 2 } }]);
  });

  it('waits in no group if what is told is never kept waiting', async () => {
    const alert = await createWaiting('newest');
    const step = { kind: 'alert.escalated', escalation_id: crypto.randomUUID() };
    await store.writeNotifications([{ ...alert, ...step }]);
    expect(await sendDue()).toMatchObject([{ type: 'alert.escalated' }]);
  });

  it('waits with those of its newest severity if it was not looked at before', async () => {
    const alert = await createWaiting('every');
    const other = { ...alert, alert_id: crypto.randomUUID() };
    await store.writeNotifications([other, { ...other, kind: 'alert.escalated', severity: 'CRITICAL' }]);
    expect(await sendDue()).toMatchObject([{ type: 'digest', data: { total: 2, severity: 'CRITICAL' } }]);
  });
});
