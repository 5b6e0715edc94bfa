import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { startWorker, type AppUnderTest } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

const ENV = { NOTIFICATION_ALLOW: '127.0.0.1' };
const PATIENCE = { timeout: 90_000 };

interface Subscription {
  readonly subscription_id: string;
  readonly signing_secret: string;
}

interface Notification {
  readonly notification_id: string;
  readonly state: string;
  readonly kind: string;
  readonly reason: string | null;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startService(ENV), startReceiver()]);
});
afterAll(async () => {
  if (process.env.SHOW) process.stderr.write(service.worker.logs());
  await service?.stop();
  await receiver?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.secrets = [];
  receiver.answer = (_, response) => void response.writeHead(204).end();
});

const at = (path: string) => `${service.api.url}/notification/v1/${path}`;

/** A domain of its own, so that tests do not hear of each other. */
async function aDomain(fields: object = {}) {
  const domain_id = `d-${crypto.randomUUID()}`;
  const subscribe = async (more: object = {}) => {
    const { status, body } = await call<Subscription>('POST', at('subscriptions'), {
      domain_id,
      name: crypto.randomUUID(),
      protocol_id: 'webhook',
      options: { url: receiver.url },
      ...more,
    });
    expect(status).toBe(201);
    return body;
  };
  const subscription = await subscribe(fields);
  receiver.secrets = [subscription.signing_secret];
  const webhook = await createWebhook(service.api.url, 'direct', domain_id);
  const address = service.api.url + webhook.path;
  return {
    domain_id,
    subscription,
    subscribe,
    webhook,
    send: async (...events: object[]) => {
      for (const event of events) expect((await call('POST', address, event, {})).status).toBe(202);
    },
    notifications: async () => {
      const found = await call<{ results: Notification[] }>(
        'GET',
        at(`notifications?domain_id=${domain_id}`),
      );
      return found.body.results;
    },
    notification: async (id: string) =>
      (await call<Notification>('GET', at(`notification/${id}?domain_id=${domain_id}`))).body,
  };
}

const alarm = (event_key: string, more: object = {}) => ({
  event_key,
  title: event_key,
  severity: 'ERROR',
  ...more,
});
const recovery = (event_key: string) => alarm(event_key, { event_type: 'RECOVERY' });

it(
  'an alert that is opened and resolved arrives in this order, signed, with what happened',
  PATIENCE,
  async () => {
    const { send, notifications, notification } = await aDomain();
    await send(alarm('disk'));
    await until(
      async () => receiver.received.length,
      (count) => count === 1,
    );
    await send(recovery('disk'));
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
    );

    expect(receiver.received.map(({ body }) => body.type)).toEqual(['alert.opened', 'alert.resolved']);
    expect(receiver.received[0]?.body.data).toMatchObject({
      alert: { event_key: 'disk', severity: 'ERROR' },
      change: { state_before: null, state: 'OPEN' },
      links: { api: expect.stringContaining('/monitoring/v1/alert/alert_') },
    });
    const found = await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));
    expect(found.map(({ kind }) => kind)).toEqual(['alert.resolved', 'alert.opened']);
    expect(found.map(({ notification_id }) => notification_id).toReversed()).toEqual(
      receiver.received.map(({ id }) => id),
    );
    const details = await notification(String(found[0]?.notification_id));
    expect(details.attempts).toMatchObject([{ status: 204, error: null }]);
  },
);

it('exactly the alerts that its filter finds, each change once', PATIENCE, async () => {
  const filter = [{ k: 'severity', v: 'ERROR', o: 'gte' }];
  const { domain_id, send } = await aDomain({ filter, kinds: ['alert.opened'] });
  const severities = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NONE'];
  await send(...severities.map((severity) => alarm(severity, { severity })), recovery('CRITICAL'));
  const search = await until(
    () =>
      call<{ results: { event_key: string }[] }>('POST', `${service.api.url}/monitoring/v1/alerts/search`, {
        domain_id,
        query: { filter },
      }),
    ({ body }) => body.results.length === 2,
  );
  await until(
    async () => receiver.received.length,
    (count) => count === 2,
  );
  // What comes after it was decided after it.
  await send(alarm('last', { severity: 'CRITICAL' }));
  await until(
    async () => receiver.received.length,
    (count) => count === 3,
  );
  const keys = receiver.received.map(({ body }) => body.data.alert.event_key);
  expect(keys.slice(0, 2).toSorted()).toEqual(
    search.body.results.map(({ event_key }) => event_key).toSorted(),
  );
  expect(keys[2]).toBe('last');
});

it(
  'what a receiver that is down could not get arrives when it is back, under one id and in order',
  PATIENCE,
  async () => {
    const { send, notifications, notification } = await aDomain();
    await receiver.close();
    await send(alarm('disk'), recovery('disk'));
    const waiting = await until(
      notifications,
      (all) => all.length === 2 && all.some(({ reason }) => reason !== null),
    );
    expect(waiting.map(({ state }) => state)).toEqual(['PENDING', 'PENDING']);
    await receiver.reopen();
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
      30_000,
    );
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['alert.opened', 'alert.resolved']);
    const first = await until(
      () => notification(String(receiver.received[0]?.id)),
      ({ state }) => state === 'SENT',
    );
    expect(first.attempts[0]).toMatchObject({ status: null, error: 'cannot be reached: ECONNREFUSED' });
    expect(first.attempts.at(-1)).toMatchObject({ status: 204, error: null });
  },
);

it(
  'what a killed worker had claimed is sent by another under the same id; each attempt took a unit',
  PATIENCE,
  async () => {
    const { domain_id, send, notification } = await aDomain();
    const hanging = Promise.withResolvers<void>();
    receiver.answer = async (_, response) => {
      await hanging.promise;
      response.destroy();
    };
    await send(alarm('disk'));
    await until(
      async () => receiver.received.length,
      (count) => count === 1,
    );
    await service.worker.kill();
    receiver.answer = (_, response) => void response.writeHead(200).end();
    hanging.resolve();
    const other: AppUnderTest = await startWorker({ databaseUrl: service.databaseUrl, env: ENV });
    try {
      await until(
        async () => receiver.received.length,
        (count) => count === 2,
        40_000,
      );
      const [first, second] = receiver.received;
      expect(second?.id).toBe(first?.id);
      const stored = await until(
        () => notification(String(first?.id)),
        ({ state }) => state === 'SENT',
      );
      expect(stored.attempts.map(({ error }) => error)).toEqual([
        'the worker ended before the outcome was known',
        null,
      ]);
      const [usage] = await sql<{ consumed: number }>(
        service.databaseUrl,
        `select consumed::int from quota_usage where domain_id = $1 and protocol_id = 'webhook'`,
        [domain_id],
      );
      expect(usage?.consumed).toBe(2);
    } finally {
      await other.stop();
    }
  },
);
