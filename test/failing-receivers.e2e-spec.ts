import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import { aDomain as domainOf, alarm, at as pathAt } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

const ENV = { NOTIFICATION_ALLOW: '127.0.0.1' };
const PATIENCE = { timeout: 90_000 };

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startService(ENV), startReceiver()]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.secrets = [];
  receiver.answer = (_, response) => void response.writeHead(204).end();
});

const at = (path: string) => pathAt(service, path);
const aDomain = (fields: object = {}) => domainOf(service, receiver, fields);

it(
  'a receiver that is gone ends its subscription; enabled again, what waited is sent',
  PATIENCE,
  async () => {
    const { domain_id, subscription, send, notifications } = await aDomain();
    const path = at(`subscription/${subscription.subscription_id}`);
    receiver.answer = (_, response) => void response.writeHead(410).end('moved away');
    await send(alarm('disk'));
    const disabled = await until(
      () => call<Record<string, unknown>>('GET', `${path}?domain_id=${domain_id}`),
      ({ body }) => body['state'] === 'DISABLED',
    );
    expect(disabled.body).toMatchObject({ state_reason: 'The receiver answered 410 Gone' });
    const [failed] = await notifications();
    expect(failed).toMatchObject({ state: 'FAILED', reason: 'answered 410' });
    const resend = at(`notification/${String(failed?.notification_id)}/resend`);
    expect((await call('PUT', resend, { domain_id })).status).toBe(409);

    receiver.answer = (_, response) => void response.writeHead(204).end();
    expect((await call('PUT', `${path}/enable`, { domain_id })).body).toMatchObject({
      state: 'ENABLED',
      state_reason: null,
    });
    expect(await call('PUT', resend, { domain_id })).toMatchObject({
      status: 200,
      body: { attempts: [{ status: 410 }] },
    });
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
    );
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    await until(notifications, ([first]) => first?.state === 'SENT');
  },
);

it('what waits is cancelled when its subscription is deleted', PATIENCE, async () => {
  const { domain_id, subscription, send, notifications } = await aDomain();
  receiver.answer = (_, response) => void response.writeHead(503, { 'retry-after': '600' }).end();
  await send(alarm('disk'));
  await until(notifications, ([first]) => first?.reason === 'answered 503');
  await call('DELETE', `${at(`subscription/${subscription.subscription_id}`)}?domain_id=${domain_id}`);
  const [cancelled] = await until(notifications, ([first]) => first?.state === 'CANCELLED');
  expect(cancelled?.reason).toBe('the subscription was deleted');
});

it(
  'a redirect, an answer without end and one that is no HTTP are failed attempts, each with its reason',
  PATIENCE,
  async () => {
    const { send, notifications } = await aDomain();
    const answers: Record<string, Receiver['answer']> = {
      redirect: (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      endless: (_, response) => void response.writeHead(200).end(Buffer.alloc(1024 * 1024, 'x')),
      early: (_, response) => void response.destroy(),
    };
    receiver.answer = (request, response) => answers[request.body.data.alert.event_key]?.(request, response);
    await send(...Object.keys(answers).map((key) => alarm(key)));
    const found = await until(
      notifications,
      (all) => all.length === 3 && all.every(({ reason }) => reason !== null),
    );
    expect(found.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([
      'FAILED answered 302: redirects are not followed',
      'PENDING answered with more than 64 KiB',
      'PENDING the connection failed: ECONNRESET',
    ]);
  },
);
