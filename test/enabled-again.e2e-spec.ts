import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

const SLOW_TEST = { timeout: 90_000 };

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = (_, response) => void response.writeHead(204).end();
});

const notificationPath = (path: string) => notificationUrl(service, path);
const alertsPath = () => `${service.api.url}/monitoring/v1/alerts`;
const createDomain = (fields: object = {}) => createTestDomain(service, receiver, fields);

it(
  'a subscription that is enabled again is told which of its alerts have ended meanwhile',
  SLOW_TEST,
  async () => {
    const { domain_id, subscription, send, notifications } = await createDomain();
    const path = notificationPath(`subscription/${subscription.subscription_id}`);
    const told = () => receiver.received.map(({ body }) => `${body.data.alert.event_key} ${body.type}`);
    await send(alarm('ends'), alarm('stays'), alarm('ended before'), recovery('ended before'));
    await until(
      async () => told(),
      ({ length }) => length === 4,
    );
    receiver.answer = (_, response) => void response.writeHead(410).end();
    await send(alarm('gone'));
    await until(
      () => call<Record<string, unknown>>('GET', `${path}?domain_id=${domain_id}`),
      ({ body }) => body['state'] === 'DISABLED',
    );
    await send(recovery('ends'), recovery('gone'), alarm('new'), alarm('short'), recovery('short'));
    await until(
      () =>
        call<{ total_count: number }>(
          'GET',
          `${service.api.url}/monitoring/v1/alerts?domain_id=${domain_id}`,
        ),
      ({ body }) => body.total_count === 6,
    );
    receiver.received.length = 0;
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await call('PUT', `${path}/enable`, { domain_id });
    await send(recovery('stays'));
    await until(
      async () => told(),
      (all) => ['ends', 'stays', 'gone'].every((key) => all.includes(`${key} alert.resolved`)),
    );
    await until(notifications, (all) => all.every(({ state }) => state !== 'PENDING'));
    expect(told().toSorted()).toEqual(['ends alert.resolved', 'gone alert.resolved', 'stays alert.resolved']);
    const ended = receiver.received.find(({ body }) => body.data.alert.event_key === 'ends');
    expect(ended?.body.data).toMatchObject({
      alert: { state: 'RESOLVED' },
      change: { event_id: null, state_before: 'OPEN', severity_before: 'ERROR' },
    });
  },
);

it('a subscription that is enabled again is not told of what had ended before', SLOW_TEST, async () => {
  const { domain_id, subscription, send, notifications } = await createDomain({ kinds: ['alert.opened'] });
  const path = notificationPath(`subscription/${subscription.subscription_id}`);
  await send(alarm('early'), alarm('late'), recovery('early'));
  await until(notifications, (all) => all.length === 2 && all.every(({ state }) => state === 'SENT'));
  await until(
    () => call<{ total_count: number }>('GET', `${alertsPath()}?domain_id=${domain_id}&state=RESOLVED`),
    ({ body }) => body.total_count === 1,
  );
  await call('PUT', `${path}/disable`, { domain_id });
  await call('PUT', path, { domain_id, kinds: ['alert.opened', 'alert.resolved'] });
  await send(recovery('late'));
  await until(
    () => call<{ total_count: number }>('GET', `${alertsPath()}?domain_id=${domain_id}&state=RESOLVED`),
    ({ body }) => body.total_count === 2,
  );
  receiver.received.length = 0;
  await call('PUT', `${path}/enable`, { domain_id });
  await until(
    async () => receiver.received,
    ({ length }) => length > 0,
  );
  await until(notifications, (all) => all.length === 3 && all.every(({ state }) => state === 'SENT'));
  expect(receiver.received.map(({ body }) => body.data.alert.event_key)).toEqual(['late']);
});
