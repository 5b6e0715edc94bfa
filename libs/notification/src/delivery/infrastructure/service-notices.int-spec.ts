import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlerts, createSendingStore, type SendingStore } from '../../../test/sending-store.js';

const LIMIT = 100;
const LOW = 80;
let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore({ day: LIMIT })));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health, notification_told',
  ),
);

describe('service notices', () => {
  const kinds = ['quota.low', 'quota.exhausted', 'subscription.failing'];
  const serviceMessages = (sent: Awaited<ReturnType<SendingStore['send']>>) =>
    sent.map(({ message }) => message).filter(({ type }) => !type.startsWith('alert.'));

  it('report once that a quota is low, and once with its last unit that it is used up', async () => {
    const subscription_id = await store.subscribe('every', 'd1', { kinds });
    await store.subscribe('every', 'd1', { kinds: ['quota.exhausted'] });
    const other = await store.subscribe('newest', 'd1', { kinds });
    await store.writeNotifications(createAlerts(subscription_id, LOW - 1, 'ERROR'));
    await store.send();
    expect(await store.quotas.notify()).toBe(0);
    await store.writeNotifications(createAlerts(subscription_id, 1, 'ERROR'));
    await store.send();
    expect(await store.quotas.notify()).toBe(2);
    expect(await store.quotas.notify()).toBe(0);
    const low = await store.send();
    expect(low.map(({ subscription_id: id }) => id).toSorted()).toEqual([subscription_id, other].toSorted());
    expect(serviceMessages(low)[0]).toMatchObject({
      type: 'quota.low',
      data: {
        subject: { protocol_id: 'every', window: 'day', limit: LIMIT, used: LOW, waiting: 0 },
        links: {
          api: expect.stringContaining('&protocol_id=every&state=HELD'),
          console: 'http://localhost/console/#/sending/quotas',
        },
      },
    });

    await store.writeNotifications(createAlerts(subscription_id, 30, 'ERROR'));
    expect(serviceMessages(await store.send())).toEqual([]);
    expect(await store.countUsed()).toBe(LIMIT - 1);
    expect(await store.quotas.notify()).toBe(2);
    expect(await store.quotas.notify()).toBe(0);
    const last = await store.send();
    expect(last.map(({ subscription_id: id }) => id).toSorted()).toEqual([subscription_id, other].toSorted());
    expect(serviceMessages(last)[0]?.data).toMatchObject({
      title: expect.stringMatching(/is used up until .*; 12 waiting$/),
    });
    expect(await store.countUsed()).toBe(LIMIT);
  });

  it('report that a quota is used up to a subscription that was not told that it is low', async () => {
    const subscription_id = await store.subscribe('every', 'd2', { kinds: ['quota.low'] });
    await store.writeNotifications(createAlerts(subscription_id, LIMIT + 1, 'ERROR', { domain_id: 'd2' }));
    await store.send();
    expect(await store.quotas.notify()).toBe(1);
    const late = await store.subscribe('newest', 'd2', { kinds: ['quota.exhausted'] });
    expect(await store.quotas.notify()).toBe(1);
    expect(await store.quotas.notify()).toBe(0);
    const sent = await store.send();
    expect(sent.map(({ subscription_id: id, message }) => [id, message.type])).toEqual([
      [late, 'quota.exhausted'],
    ]);
  });

  it('report again that a quota is low and used up after it was raised', async () => {
    const subscription_id = await store.subscribe('every', 'd3');
    await store.subscribe('newest', 'd3', { kinds });
    await store.writeNotifications(createAlerts(subscription_id, LIMIT + 1, 'ERROR', { domain_id: 'd3' }));
    await store.send();
    expect(await store.quotas.notify()).toBe(2);
    await store.pool.query(
      `insert into quota (quota_id, domain_id, protocol_id, "limit", created_at, updated_at)
       values (gen_random_uuid(), 'd3', 'every', '{"day": ${2 * LIMIT}}', now(), now())`,
    );
    try {
      expect(await store.quotas.notify()).toBe(0);
      await store.elapse();
      await store.writeNotifications(createAlerts(subscription_id, LIMIT, 'ERROR', { domain_id: 'd3' }));
      await store.send();
      expect(await store.quotas.notify()).toBe(2);
      expect(await store.quotas.notify()).toBe(0);
    } finally {
      await store.pool.query('delete from quota');
    }
  });

  it('report a failing subscription to other subscriptions, once until it has succeeded', async () => {
    const failing = await store.subscribe('every', 'd1', { kinds });
    const other = await store.subscribe('newest', 'd1', { kinds });
    await store.pool.query(
      `update subscription_health set failures = 5, last_error = 'answered 503' where subscription_id = $1`,
      [failing],
    );
    expect(await store.subscriptions.notify()).toBe(1);
    expect(await store.subscriptions.notify()).toBe(0);
    const [sent, ...more] = await store.send();
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      subscription_id: other,
      message: {
        type: 'subscription.failing',
        data: {
          subject: { failures: 5, last_error: 'answered 503' },
          links: {
            api: expect.stringContaining('/notification/v1/subscription/subscription_'),
            console: 'http://localhost/console/#/sending/subscriptions',
          },
        },
      },
    });
    await store.pool.query(`update subscription_health set last_sent_at = now() where subscription_id = $1`, [
      failing,
    ]);
    expect(await store.subscriptions.notify()).toBe(1);
  });
});
