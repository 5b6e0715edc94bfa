import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import { createTestDomain as domainOf, alarm, notificationUrl as pathAt } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

const ENV = { NOTIFICATION_ALLOW: '127.0.0.1' };
const SLOW_TEST = { timeout: 90_000 };

let service: Service;
let receiver: Receiver;
beforeEach(async () => {
  [service, receiver] = await Promise.all([startService(ENV), startReceiver()]);
});
afterEach(async () => {
  await service?.stop();
  await receiver?.close();
});

const notificationPath = (path: string) => pathAt(service, path);
const createDomain = (fields: object = {}) => domainOf(service, receiver, fields);

it(
  'notifications with equal group values are sent in one digest after the wait of the group',
  SLOW_TEST,
  async () => {
    const group = { by: ['resource.name', 'severity'], wait: 3, interval: 60 };
    const { domain_id, subscription, send, notifications } = await createDomain({
      kinds: ['alert.opened'],
      group,
    });
    const on = (name: string) => ({ resource: { name } });
    await send(alarm('a', on('db1')), alarm('b', on('db1')), alarm('c', on('db1')), alarm('d', on('db2')));
    const held = await until(
      notifications,
      (all) => all.length === 4 && all.every(({ state }) => state === 'HELD'),
    );
    expect(held[0]?.reason).toBe('it waits for others of its group');
    await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));
    expect(receiver.received.map(({ body }) => body.type).toSorted()).toEqual(['alert.opened', 'digest']);
    expect(receiver.received.find(({ body }) => body.type === 'digest')?.body).toMatchObject({
      data: { total: 3, reason: 'They have the same severity, resource.name.' },
    });
    // The next notification of the group waits for the interval, unless it is resent explicitly.
    await send(alarm('e', on('db1')));
    const [next] = await until(notifications, ([first]) => first?.state === 'HELD');
    await call('PUT', notificationPath(`notification/${String(next?.notification_id)}/resend`), {
      domain_id,
    });
    await until(notifications, ([first]) => first?.state === 'SENT');
    expect(receiver.received.at(-1)?.body).toMatchObject({
      type: 'alert.opened',
      data: { alert: { event_key: 'e' } },
    });

    const path = notificationPath(`subscription/${subscription.subscription_id}`);
    const update = (changed: object) => call<Record<string, unknown>>('PUT', path, { domain_id, ...changed });
    expect((await update({ group: null })).body['group']).toBeNull();
    await send(alarm('f', on('db1')));
    await until(
      async () => receiver.received.length,
      (count) => count === 4,
    );
    const wrong = await update({ group: { ...group, interval: 5 } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'group.interval' }] } });
    const relayed = await call('POST', notificationPath('subscriptions'), {
      domain_id,
      name: 'relay',
      protocol_id: 'relay',
      options: { url: receiver.url },
      group,
    });
    expect(relayed).toMatchObject({ status: 400, body: { errors: [{ field: 'group' }] } });
  },
);
