import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { FLOOD_BYTES, startBadReceivers } from './bad-receivers.js';
import { call, until } from './client.js';
import { createTestDomain as domainOf, alarm, notificationUrl as pathAt } from './notified-domain.js';
import { rootApiKey, startWorker } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

const ENV = { NOTIFICATION_ALLOW: '127.0.0.1' };
interface Attempted {
  readonly attempts: readonly { readonly latency_ms: number; readonly answer: string | null }[];
}

const SLOW_TEST = { timeout: 90_000 };

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

const rootKey = { authorization: `Bearer ${rootApiKey}` };
const notificationPath = (path: string) => pathAt(service, path);
const createDomain = (fields: object = {}) => domainOf(service, receiver, fields);

it(
  'a 410 response disables the subscription, and its notification is sent again after it is enabled',
  SLOW_TEST,
  async () => {
    const { domain_id, subscription, send, notifications } = await createDomain();
    const path = notificationPath(`subscription/${subscription.subscription_id}`);
    receiver.answer = (_, response) => void response.writeHead(410).end('moved away');
    await send(alarm('disk'));
    const disabled = await until(
      () => call<Record<string, unknown>>('GET', `${path}?domain_id=${domain_id}`),
      ({ body }) => body['state'] === 'DISABLED',
    );
    expect(disabled.body).toMatchObject({ state_reason: 'The receiver answered 410 Gone' });
    const [failed] = await notifications();
    expect(failed).toMatchObject({ state: 'FAILED', reason: 'answered 410' });
    const resend = notificationPath(`notification/${String(failed?.notification_id)}/resend`);
    expect((await call('PUT', resend, { domain_id })).status).toBe(409);

    receiver.answer = (_, response) => void response.writeHead(204).end();
    expect((await call('PUT', `${path}/enable`, { domain_id })).body).toMatchObject({
      state: 'ENABLED',
      state_reason: null,
    });
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
    );
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    await until(notifications, ([first]) => first?.state === 'SENT');
  },
);

it('pending notifications are cancelled when their subscription is deleted', SLOW_TEST, async () => {
  const { domain_id, subscription, send, notifications } = await createDomain();
  receiver.answer = (_, response) => void response.writeHead(503, { 'retry-after': '600' }).end();
  await send(alarm('disk'));
  await until(notifications, ([first]) => first?.reason === 'answered 503');
  await call(
    'DELETE',
    `${notificationPath(`subscription/${subscription.subscription_id}`)}?domain_id=${domain_id}`,
  );
  const [cancelled] = await until(notifications, ([first]) => first?.state === 'CANCELLED');
  expect(cancelled?.reason).toBe('the subscription was deleted');
});

it(
  'a redirect and a closed connection are failed attempts, each with its reason, and the status of a long response counts',
  SLOW_TEST,
  async () => {
    const { send, notifications } = await createDomain();
    const answers: Record<string, Receiver['answer']> = {
      redirect: (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      endless: (_, response) => void response.writeHead(200).end(Buffer.alloc(1024 * 1024, 'x')),
      early: (_, response) => void response.destroy(),
    };
    receiver.answer = (request, response) => answers[request.body.data.alert.event_key]?.(request, response);
    await send(...Object.keys(answers).map((key) => alarm(key)));
    const found = await until(
      notifications,
      (all) => all.length === 3 && all.every(({ state, reason }) => state === 'SENT' || reason !== null),
    );
    expect(found.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([
      'FAILED answered 302: redirects are not followed',
      'PENDING the connection failed: ECONNRESET',
      'SENT null',
    ]);
  },
);

it(
  'attempts end after at most 10 s with a status or a reason, whatever the receiver does',
  SLOW_TEST,
  async () => {
    const bad = await startBadReceivers();
    onTestFinished(() => bad.close());
    const { domain_id, subscription, subscribe, send, notifications } = await createDomain();
    receiver.secrets = [];
    await call('PUT', notificationPath(`subscription/${subscription.subscription_id}/disable`), {
      domain_id,
    });
    const names = new Map<string, string>();
    for (const [name, url] of Object.entries(bad.urls))
      names.set((await subscribe({ options: { url } })).subscription_id, name);
    await send(alarm('disk'));
    const found = await until(
      notifications,
      (all) =>
        all.length === names.size && all.every(({ state, reason }) => state === 'SENT' || reason !== null),
    );
    const reasons = found.map(({ subscription_id, state, reason }) => [
      names.get(subscription_id),
      `${state} ${reason}`,
    ]);
    expect(Object.fromEntries(reasons)).toEqual({
      garbage: 'PENDING the answer is no HTTP',
      'no answer': 'PENDING no answer within 10 seconds',
      'dripping head': 'PENDING no answer within 10 seconds',
      'dripping body': 'SENT null',
      flood: 'SENT null',
      redirect: 'FAILED answered 307: redirects are not followed',
    });
    for (const { notification_id } of found) {
      const [attempt] = (
        await call<Attempted>(
          'GET',
          notificationPath(`notification/${notification_id}?domain_id=${domain_id}`),
        )
      ).body.attempts;
      expect(attempt?.latency_ms).toBeLessThan(12_000);
      expect((attempt?.answer ?? '').length).toBeLessThanOrEqual(1_024);
    }
    // The attempt reads 64 KiB; anything beyond is in the buffers of the sockets.
    expect(bad.flooded()).toBeLessThan(FLOOD_BYTES / 4);
    expect(bad.redirected()).toBe(0);
  },
);

it('a domain whose receivers all hang does not delay other domains', SLOW_TEST, async () => {
  // A separate receiver, so that its retries do not disturb the other tests.
  const hanging = await startReceiver();
  onTestFinished(() => hanging.close());
  hanging.answer = () => undefined;
  const hostile = await domainOf(service, hanging);
  hanging.secrets = [];
  for (let n = 0; n < 29; n += 1) await hostile.subscribe();
  const good = await createDomain();
  // 240 messages: more than a worker sends concurrently. One domain never gets all of these slots.
  await hostile.send(...Array.from({ length: 8 }, (_, n) => alarm(`hang ${n}`)));
  await until(
    async () => hanging.received.length,
    (count) => count >= 100,
  );
  const sentAt = performance.now();
  await good.send(alarm('disk'));
  await until(good.notifications, ([first]) => first?.state === 'SENT');
  // An attempt that hangs takes 10 s.
  expect(performance.now() - sentAt).toBeLessThan(8_000);
});

it('a resend sends all failed notifications that match a query once', SLOW_TEST, async () => {
  const { domain_id, send, notifications } = await createDomain({ kinds: ['alert.opened'] });
  receiver.answer = (_, response) => void response.writeHead(400).end();
  await send(...['a', 'b', 'c'].map((key) => alarm(key)));
  await until(notifications, (all) => all.length === 3 && all.every(({ state }) => state === 'FAILED'));
  receiver.answer = (_, response) => void response.writeHead(204).end();

  const failed = { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] };
  const post = (query: object, headers = {}) =>
    call<Record<string, unknown>>(
      'POST',
      notificationPath('notifications/resend'),
      { domain_id, query },
      headers,
    );
  const key = { ...rootKey, 'idempotency-key': crypto.randomUUID() };
  const { status, body } = await post(failed, key);
  expect([status, body]).toMatchObject([202, { query: failed, total_count: 3 }]);
  expect((await post(failed, key)).body).toMatchObject({ resend_id: body['resend_id'] });
  const path = notificationPath(`resend/${String(body['resend_id'])}`);
  const get = () => call<Record<string, unknown>>('GET', `${path}?domain_id=${domain_id}`);
  const done = await until(get, (answer) => answer.body['finished_at'] !== null);
  expect(done.body).toMatchObject({ state: 'DONE', done_count: 3, resent_count: 3, reason: null });
  await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));
  expect(receiver.received).toHaveLength(6);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
  const late = await call<Record<string, unknown>>('PUT', `${path}/cancel`, { domain_id });
  expect(late).toMatchObject({ status: 200, body: { state: 'DONE' } });

  const unmeant = await post({}, rootKey);
  expect(unmeant).toMatchObject({ status: 400, body: { errors: [{ field: 'query' }] } });
  const unknown = await post({ filter: [{ k: 'nothing', v: 1, o: 'eq' }] }, rootKey);
  expect(unknown).toMatchObject({ status: 400, body: { code: 'ERROR_INVALID_QUERY' } });
});

it('a resend that is cancelled before a worker processes it sends nothing', SLOW_TEST, async () => {
  const { domain_id, send, notifications } = await createDomain({ kinds: ['alert.opened'] });
  receiver.answer = (_, response) => void response.writeHead(400).end();
  await send(alarm('a'));
  await until(notifications, ([first]) => first?.state === 'FAILED');
  await service.worker.stop();
  const resend = async (query: object) =>
    (
      await call<{ resend_id: string }>('POST', notificationPath('notifications/resend'), {
        domain_id,
        query,
      })
    ).body.resend_id;
  const cancelled = await resend({ filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] });
  expect(await call('PUT', notificationPath(`resend/${cancelled}/cancel`), { domain_id })).toMatchObject({
    status: 200,
    body: { state: 'CANCELLED', resent_count: 0 },
  });
  // A later resend is done, so the worker has looked at the earlier one as well.
  const other = await resend({ keyword: 'nothing' });
  const worker = await startWorker({ databaseUrl: service.databaseUrl, env: ENV });
  try {
    await until(
      () => call<{ state: string }>('GET', notificationPath(`resend/${other}?domain_id=${domain_id}`)),
      ({ body }) => body.state === 'DONE',
    );
    expect(await notifications()).toMatchObject([{ state: 'FAILED' }]);
  } finally {
    await worker.stop();
  }
});
