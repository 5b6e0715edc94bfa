import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import {
  createTestDomain as domainOf,
  alarm,
  notificationUrl as pathAt,
  recovery,
  type Subscription,
} from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

const ENV = { NOTIFICATION_ALLOW: '127.0.0.1' };
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

const notificationPath = (path: string) => pathAt(service, path);
const createDomain = (fields: object = {}) => domainOf(service, receiver, fields);

it(
  'opening and resolution of an alert are sent in this order, signed and with their changes',
  SLOW_TEST,
  async () => {
    const { send, notifications, notification } = await createDomain();
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

it(
  'a subscription gets each change of exactly the alerts that its filter finds once',
  SLOW_TEST,
  async () => {
    const filter = [{ k: 'severity', v: 'ERROR', o: 'gte' }];
    const { domain_id, send } = await createDomain({ filter, kinds: ['alert.opened'] });
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
    // Changes are matched in order: once this alarm has arrived, all earlier changes have been matched.
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
  },
);

it(
  'notifications that a receiver missed while it was down arrive in order when it is back',
  SLOW_TEST,
  async () => {
    const { send, notifications, notification } = await createDomain();
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
  'a notification beyond the quota is held, and sent by a resend after the quota is raised',
  SLOW_TEST,
  async () => {
    const { domain_id, send, notifications } = await createDomain({ kinds: ['alert.opened'] });
    const quota = await call<{ quota_id: string }>('POST', notificationPath('quotas'), {
      domain_id,
      protocol_id: 'webhook',
      limit: { day: 1 },
    });
    await send(alarm('first'), alarm('second'));
    const found = await until(notifications, (all) => all.some(({ state }) => state === 'HELD'));
    expect(found.find(({ state }) => state === 'HELD')?.reason).toBe('the quota of the day is used up');
    await until(
      async () => receiver.received.length,
      (count) => count === 1,
    );
    await call('PUT', notificationPath(`quota/${quota.body.quota_id}`), { domain_id, limit: { day: 10 } });
    // A held notification checks its quota again within a minute. Resending makes it check now.
    const held = found.find(({ state }) => state === 'HELD');
    await call('PUT', notificationPath(`notification/${String(held?.notification_id)}/resend`), {
      domain_id,
    });
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
    );
    const [usage] = await sql<{ consumed: number; refused: number }>(
      service.databaseUrl,
      `select consumed::int, refused::int from quota_usage where domain_id = $1`,
      [domain_id],
    );
    expect(usage).toEqual({ consumed: 2, refused: 1 });
  },
);

it('from 80 % of the quota, less severe notifications are held for a digest', SLOW_TEST, async () => {
  const { domain_id, send, notifications } = await createDomain({ kinds: ['alert.opened'] });
  await call('POST', notificationPath('quotas'), { domain_id, protocol_id: 'webhook', limit: { day: 10 } });
  await send(...Array.from({ length: 8 }, (_, n) => alarm(`error ${n}`)));
  await until(
    async () => receiver.received.length,
    (count) => count === 8,
  );
  await send(...['e', 'f', 'g'].map((key) => alarm(key, { severity: 'WARNING' })));
  const held = await until(
    notifications,
    (all) => all.filter(({ reason }) => reason?.includes('next digest')).length === 3,
  );
  expect(held.filter(({ state }) => state === 'HELD')).toHaveLength(3);
  expect(receiver.received).toHaveLength(8);
  // As on the next day, when the quota is full again.
  await sql(service.databaseUrl, `update quota_usage set consumed = 0 where domain_id = $1`, [domain_id]);
  await sql(
    service.databaseUrl,
    `update notification_hold set look_at = clock_timestamp() where domain_id = $1`,
    [domain_id],
  );
  await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));
  expect(receiver.received).toHaveLength(11);
});

it('subscribers are notified of a missing heartbeat and of its return', SLOW_TEST, async () => {
  const { domain_id, webhook, notifications } = await createDomain({
    kinds: ['source.silent', 'source.back'],
  });
  const path = `${service.api.url}/monitoring/v1/webhook/${webhook.webhook_id}/heartbeat/backup`;
  const terms = { domain_id, expect_every: '10s', grace: '0s', severity: 'ERROR' };
  expect((await call('PUT', path, terms)).status).toBeLessThan(300);
  const ping = () => call('POST', `${service.api.url}${webhook.path}/heartbeat/backup`, {}, {});
  await ping();
  await until(
    async () => receiver.received.length,
    (count) => count === 1,
    60_000,
  );
  await ping();
  await until(
    async () => receiver.received.length,
    (count) => count === 2,
  );
  expect(receiver.received.map(({ body }) => body)).toMatchObject([
    {
      type: 'source.silent',
      data: {
        title: 'Heartbeat backup is missing',
        subject: { name: 'backup' },
        links: { console: expect.stringMatching(/\/console\/#\/alert\/alert_\w+$/) },
      },
    },
    { type: 'source.back', data: { title: 'Heartbeat backup is back' } },
  ]);
  const found = await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));
  expect(found).toMatchObject([
    { kind: 'source.back', alert_id: null },
    { kind: 'source.silent', alert_id: null },
  ]);
});

it('messages are signed with both secrets during the grace period of a rotation', SLOW_TEST, async () => {
  const { domain_id, subscription, send } = await createDomain();
  const path = notificationPath(`subscription/${subscription.subscription_id}/rotate`);
  const rotated = await call<Subscription>('PUT', path, { domain_id, grace_seconds: 3600 });
  expect(rotated.body.signing_secret).toMatch(/^whsec_/);
  // The receiver still knows only the old secret.
  await send(alarm('disk'));
  await until(
    async () => receiver.received.length,
    (count) => count === 1,
  );
  expect(receiver.received[0]?.signature.split(' ')).toHaveLength(2);
  expect((await call('PUT', path, { domain_id })).status).toBe(409);
  const ended = await call<Subscription>('PUT', path, { domain_id, end_grace: true });
  receiver.secrets = [ended.body.signing_secret];
  await send(alarm('cpu'));
  await until(
    async () => receiver.received.length,
    (count) => count === 2,
  );
  expect(receiver.received[1]?.signature.split(' ')).toHaveLength(1);
});

it('a test message takes a unit and returns the response of the receiver', SLOW_TEST, async () => {
  const { domain_id, subscription } = await createDomain();
  receiver.answer = (_, response) => void response.writeHead(202).end('welcome');
  const path = notificationPath(`subscription/${subscription.subscription_id}/verify`);
  expect(await call('POST', path, { domain_id })).toMatchObject({
    status: 200,
    body: { ok: true, status: 202, answer: 'welcome', reason: null },
  });
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'subscription.test',
    data: { subscription: { subscription_id: subscription.subscription_id } },
  });
  await receiver.close();
  const failed = await call('POST', path, { domain_id });
  await receiver.reopen();
  expect(failed.body).toMatchObject({ ok: false, status: null, reason: 'cannot be reached: ECONNREFUSED' });
  const [usage] = await sql<{ consumed: number }>(
    service.databaseUrl,
    `select consumed::int from quota_usage where domain_id = $1`,
    [domain_id],
  );
  // The second attempt sent nothing, so its unit was returned.
  expect(usage?.consumed).toBe(1);
});

it('a circle of a subscription and a webhook ends after three hops', SLOW_TEST, async () => {
  const domain = await createDomain({ kinds: ['alert.resolved'] });
  const { domain_id, webhook, subscribe, send, notifications } = domain;
  // Not the public address, by which the service would recognise its own webhook.
  const { subscription_id } = await subscribe({
    options: { url: service.api.url + webhook.path },
    kinds: ['alert.opened'],
    template: '{ "event_key": data.alert.alert_id, "title": "Again", "severity": "ERROR" }',
  });
  await send(alarm('disk'));
  const hasFailed = (all: readonly { readonly state: string }[]) =>
    all.some(({ state }) => state === 'FAILED');
  await until(notifications, hasFailed);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const found = await notifications();
  expect(found.map(({ state }) => state)).toEqual(['FAILED', 'SENT', 'SENT', 'SENT']);
  expect(found[0]?.reason).toContain('form a circle');
  const { body } = await call<{ health: { last_error: string } }>(
    'GET',
    notificationPath(`subscription/${subscription_id}?domain_id=${domain_id}`),
  );
  expect(body.health.last_error).toContain('form a circle');
});
