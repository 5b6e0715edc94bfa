import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from './client.js';
import { alarm, createTestDomain } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

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

it('the event that made a change is sent with it, and null if none did', { timeout: 90_000 }, async () => {
  const { domain_id, send, subscribe } = await createTestDomain(service, receiver);
  receiver.secrets = [];
  const template =
    '{ "type": type, "data": { "alert": data.alert, "words": data.event.title & " " & data.event.labels.team } }';
  await subscribe({ template });
  await send(alarm('disk', { labels: { team: 'db' }, used: 0.95 }));
  await until(
    async () => receiver.received.length,
    (count) => count === 2,
  );
  const bodies = receiver.received.map(({ body }) => body.data);
  expect(bodies.find(({ words }) => words !== undefined)?.words).toBe('disk db');
  const opened = bodies.find(({ words }) => words === undefined);
  const { change, event } = opened as unknown as { change: { event_id: string }; event: object };
  const path = (id: string) => `${service.api.url}/monitoring/v1/${id}?domain_id=${domain_id}`;
  expect(event).toEqual((await call('GET', path(`event/${change.event_id}`))).body);
  expect(event).toMatchObject({ title: 'disk', labels: { team: 'db' }, event_type: 'ALERT' });

  const acknowledge = path(`alert/${opened?.alert.alert_id}/acknowledge`);
  expect((await call('PUT', acknowledge, {})).status).toBe(200);
  await until(
    async () => receiver.received.length,
    (count) => count === 4,
  );
  const acknowledged = receiver.received.slice(2).map(({ body }) => body);
  expect(acknowledged.map(({ type }) => type)).toEqual(['alert.acknowledged', 'alert.acknowledged']);
  expect(acknowledged.find(({ data }) => data['words'] === undefined)?.data).toMatchObject({ event: null });
});
