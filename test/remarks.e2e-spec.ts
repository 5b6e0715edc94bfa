import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from './client.js';
import { alarm, createTestDomain } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

let service: Service;
let receiver: Receiver;
let other: Receiver;
beforeAll(async () => {
  [service, receiver, other] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startReceiver(),
    startReceiver(),
  ]);
  for (const each of [receiver, other]) each.answer = (_, response) => void response.writeHead(204).end();
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await other?.close();
});

it('assignments and notes are sent to subscriptions that name their kinds', { timeout: 90_000 }, async () => {
  const kinds = ['alert.assigned', 'alert.noted'];
  const { domain_id, send, subscribe, subscription } = await createTestDomain(service, receiver, { kinds });
  const usual = await subscribe({ options: { url: other.url } });
  expect(subscription).toMatchObject({ kinds });
  expect((usual as unknown as { kinds: string[] }).kinds).not.toContain('alert.noted');
  other.secrets = [usual.signing_secret];

  await send(alarm('disk'));
  const alerts = `${service.api.url}/monitoring/v1/alerts?domain_id=${domain_id}`;
  const [alert] = await until(
    async () => (await call<{ results: { alert_id: string }[] }>('GET', alerts)).body.results,
    ({ length }) => length === 1,
  );
  const alertUrl = `${service.api.url}/monitoring/v1/alert/${alert?.alert_id}`;
  await call('PUT', `${alertUrl}/assign`, { domain_id, assignee: 'bob' });
  await call('POST', `${alertUrl}/notes`, { domain_id, text: 'Replaced\ntomorrow' });
  await call('PUT', `${alertUrl}/acknowledge`, { domain_id });

  await until(
    async () => receiver.received.length,
    (count) => count === 2,
  );
  expect(receiver.received.map(({ body }) => body)).toMatchObject([
    {
      type: 'alert.assigned',
      data: { alert: { assignee: 'bob' }, change: { assignee: 'bob', actor: 'root', note: null } },
    },
    { type: 'alert.noted', data: { change: { note: 'Replaced\ntomorrow', assignee: null, state: 'OPEN' } } },
  ]);
  await until(
    async () => other.received.length,
    (count) => count === 2,
  );
  expect(other.received.map(({ body }) => body.type)).toEqual(['alert.opened', 'alert.acknowledged']);
});
