import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';

const LIMIT = 20;
let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore({ day: LIMIT })));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health, notification_told',
  ),
);

const MANY = { protocol_id: 'many' };

/** Creates a subscription whose notifications take this number of units. */
async function subscribe(units: number, domain_id?: string, kinds?: readonly string[]): Promise<string> {
  const subscription_id = await store.subscribe('many', domain_id, { ...(kinds && { kinds }) });
  await setUnits(units);
  return subscription_id;
}
const setUnits = (units: number) => store.pool.query('update subscription set options = $1', [{ units }]);
/** Returns what is sent in the next minutes. */
async function sendLater() {
  const sent = [];
  for (let minute = 0; minute < 3; minute += 1) {
    sent.push(...(await store.send()));
    await store.holds.finishDigests();
    await store.elapse();
  }
  return sent.map(({ message }) => ('total' in message.data ? message.data.total : message.type));
}
async function nextDay<T>(work: () => Promise<T>): Promise<T> {
  const { time } = store.clock;
  store.clock.time = new Date(time.getTime() + 86_400_000);
  try {
    return await work();
  } finally {
    store.clock.time = time;
  }
}
const countRows = async () =>
  (await store.pool.query<{ count: number }>('select count(*)::int as count from notification')).rows[0]
    ?.count;

it('fails what needs more units than the quota can ever grant, and says so', async () => {
  const subscription_id = await subscribe(LIMIT);
  await store.writeNotifications(createAlerts(subscription_id, 2, 'ERROR', MANY));
  expect(await sendLater()).toEqual([]);
  const { rows } = await store.pool.query('select distinct state, reason from notification');
  expect(rows).toEqual([
    {
      state: 'FAILED',
      reason: 'it needs 20 units, and the quota of the day allows at most 19',
    },
  ]);
  expect(await countRows()).toBe(2);
  expect((await store.pool.query('select from notification_lane')).rowCount).toBe(0);
});

it('sends what takes all units that can be granted', async () => {
  const subscription_id = await subscribe(LIMIT - 1);
  await store.writeNotifications(createAlerts(subscription_id, 1, 'ERROR', MANY));
  expect(await sendLater()).toEqual(['alert.opened']);
});

it('fails what waits for the quota once the recipients are more than it can ever grant', async () => {
  const subscription_id = await subscribe(10);
  await store.writeNotifications(createAlerts(subscription_id, 3, 'ERROR', MANY));
  expect(await sendLater()).toEqual(['alert.opened']);
  expect(await store.countStates()).toEqual({ SENT: 1, HELD: 2 });
  await setUnits(25);
  expect(await sendLater()).toEqual([]);
  expect(await store.countStates()).toEqual({ SENT: 1, FAILED: 2 });
});

it.each([2, 10])('tells with one unit that too few are left for what waits (%i)', async (units) => {
  const domain_id = `d-${units}`;
  const subscription_id = await subscribe(units, domain_id, ['quota.exhausted']);
  const more = { ...MANY, domain_id };
  const fitting = Math.floor((LIMIT - 1) / units);
  await store.writeNotifications(createAlerts(subscription_id, fitting, 'CRITICAL', more));
  await store.send();
  expect(await store.quotas.notify()).toBe(0);
  await store.writeNotifications(createAlerts(subscription_id, 1, 'CRITICAL', more));
  expect(await store.send()).toEqual([]);
  expect(await store.countStates()).toEqual({ SENT: fitting, HELD: 1 });
  expect(await store.quotas.notify()).toBe(1);
  expect((await store.send()).map(({ message }) => message.type)).toEqual(['quota.exhausted']);
  expect(await store.countUsed('many')).toBe(fitting * units + 1);
  expect(await store.quotas.notify()).toBe(0);
});

it('does not tell that a quota is used up because of a subscription that is disabled', async () => {
  // Not that of a former run: the process remembers what it has told.
  const domain_id = crypto.randomUUID();
  await store.subscribe('newest', domain_id, { kinds: ['quota.exhausted'] });
  const subscription_id = await subscribe(10, domain_id);
  await store.writeNotifications(createAlerts(subscription_id, 2, 'CRITICAL', { ...MANY, domain_id }));
  await store.send();
  await store.pool.query(`update subscription set state = 'DISABLED' where subscription_id = $1`, [
    subscription_id,
  ]);
  expect(await store.quotas.notify()).toBe(0);
});

it('waits for all units of the next notification, and makes no digest before', async () => {
  const subscription_id = await subscribe(10);
  await store.writeNotifications(createAlerts(subscription_id, 3, 'ERROR', MANY));
  expect(await sendLater()).toEqual(['alert.opened']);
  expect(await countRows()).toBe(3);
  expect(await nextDay(sendLater)).toEqual([2]);
  expect(await store.countStates()).toEqual({ SENT: 3 });
});

it('sends a digest that waited for the quota as it is, and what joined it in another one', async () => {
  const subscription_id = await subscribe(1);
  await store.writeNotifications(createAlerts(subscription_id, 16, 'ERROR', MANY));
  await store.send();
  await store.writeNotifications(createAlerts(subscription_id, 2, 'WARNING', MANY));
  await store.send();
  expect(await store.elapse()).toBe(1);
  await store.writeNotifications(createAlerts(subscription_id, 3, 'ERROR', MANY));
  await store.send();
  await store.writeNotifications(createAlerts(subscription_id, 1, 'WARNING', MANY));
  expect(await sendLater()).toEqual([]);
  expect((await nextDay(sendLater)).toSorted()).toEqual([1, 2]);
  expect(await store.countStates()).toEqual({ SENT: 22 });
});

it('holds everything back, without failing it, while the quota is closed', async () => {
  const subscription_id = await subscribe(25);
  await store.pool.query(
    `insert into quota (quota_id, domain_id, protocol_id, "limit", created_at, updated_at)
     values (gen_random_uuid(), 'd1', 'many', '{"day": 0}', now(), now())`,
  );
  await store.writeNotifications(createAlerts(subscription_id, 1, 'ERROR', MANY));
  expect(await sendLater()).toEqual([]);
  expect(await store.countStates()).toEqual({ HELD: 1 });
});
