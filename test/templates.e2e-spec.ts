import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import { createTestDomain, alarm, notificationUrl, type Notification } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

const SLOW_TEST = { timeout: 90_000 };
const TEXT =
  '$contains(type, "alert.") ? { "text": data.alert.severity & ": " & data.alert.title, "link": data.links.api }';

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
});

const bodies = async () => receiver.received.map(({ body }) => body as unknown);

it(
  'a template creates the body; the message itself is sent if the template has no result',
  SLOW_TEST,
  async () => {
    const { send, notifications, subscription, domain_id } = await createTestDomain(service, receiver, {
      template: TEXT,
    });
    const path = `subscription/${subscription.subscription_id}`;
    await call('POST', notificationUrl(service, `${path}/verify`), { domain_id });
    await send(alarm('disk'));
    const [test, opened] = await until(bodies, (all) => all.length === 2);
    expect(test).toMatchObject({ type: 'subscription.test' });
    expect(opened).toEqual({ text: 'ERROR: disk', link: expect.stringContaining('/alert/alert_') });
    await until(notifications, (all) => all.every(({ state }) => state === 'SENT'));

    await call('PUT', notificationUrl(service, path), { domain_id, template: null });
    await send(alarm('cpu'));
    const [, , plain] = await until(bodies, (all) => all.length === 3);
    expect(plain).toMatchObject({ type: 'alert.opened', data: { alert: { event_key: 'cpu' } } });
  },
);

it(
  'a notification whose template fails takes no unit and can be resent with another template',
  SLOW_TEST,
  async () => {
    const template =
      'data.alert.event_key = "odd" ? $error("no form for it") : { "key": data.alert.event_key }';
    const { send, notifications, subscription, domain_id } = await createTestDomain(service, receiver, {
      template,
    });
    await send(alarm('odd'));
    const [failed] = await until(notifications, ([each]) => each?.state === 'FAILED');
    expect(failed).toMatchObject({ reason: expect.stringContaining('no form for it') });
    expect(receiver.received).toEqual([]);
    const [{ used } = { used: -1 }] = await sql<{ used: number }>(
      service.databaseUrl,
      'select coalesce(sum(consumed), 0)::int as used from quota_usage where domain_id = $1',
      [domain_id],
    );
    expect(used).toBe(0);

    const { notification_id } = failed as Notification;
    const path = notificationUrl(service, `subscription/${subscription.subscription_id}`);
    await call('PUT', path, { domain_id, template: '{ "key": data.alert.event_key }' });
    await call('PUT', notificationUrl(service, `notification/${notification_id}/resend`), { domain_id });
    expect(await until(bodies, (all) => all.length === 1)).toEqual([{ key: 'odd' }]);
  },
);

it.each([
  ['{ "text": ', 'is not JSONata'],
  ['$error("never")', 'fails for a sample of alert.opened: never'],
  ['data.alarm.title', 'has no result for a sample of alert.opened'],
  ['($f := function($n) { $f($n + 1) + 1 }; $f(0))', 'fails for a sample of alert.opened'],
  ['$random()', '$random is not allowed'],
  ['[1..1000000].{ "a": $ }', 'fails for a sample of alert.opened'],
])('the template %s is rejected with 400', SLOW_TEST, async (template, reason) => {
  const { status, body } = await call<{ errors: { field: string; reason: string }[] }>(
    'POST',
    notificationUrl(service, 'subscriptions'),
    { domain_id: 'd', name: 'on-call', protocol_id: 'webhook', options: { url: receiver.url }, template },
  );
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ field: 'template', reason: expect.stringContaining(reason) }]);
});

it('a template is rejected for protocols other than webhook', SLOW_TEST, async () => {
  const options = { routing_key: 'a'.repeat(32) };
  const { status, body } = await call('POST', notificationUrl(service, 'subscriptions'), {
    domain_id: 'd',
    name: 'on-call',
    protocol_id: 'pagerduty',
    options,
    template: TEXT,
  });
  expect([status, body]).toMatchObject([400, { errors: [{ field: 'template' }] }]);
});
