import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from '../client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from '../notified-domain.js';
import { startService, type Service } from '../service.js';
import { startOpsgenie, type OpsgenieAccount } from './opsgenie.js';

/*
 * Operators fear that an acknowledged alert that has become worse wakes nobody, that an alert stays open when all is well, and
 * that Opsgenie refuses an alert because of a text that is too long.
 */

const SLOW_TEST = { timeout: 90_000 };
const LONG = '磁盘 <b>full</b> 😀 '.repeat(60);

let service: Service;
let opsgenie: Awaited<ReturnType<typeof startOpsgenie>>;
beforeAll(async () => {
  [service, opsgenie] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startOpsgenie(),
  ]);
});
afterAll(async () => {
  opsgenie?.close();
  await service?.stop();
});

async function subscribe(account: OpsgenieAccount, options: object = {}) {
  const domain = await createTestDomain(
    service,
    { url: '', secrets: [] },
    { protocol_id: 'opsgenie', options: { api_key: account.key, api_url: opsgenie.url, ...options } },
  );
  const waitFor = (isDone: (open: ReturnType<typeof account.open>) => boolean) =>
    until(async () => account.open(), isDone, 60_000);
  const acknowledge = async () => {
    const alert_id = account.open()[0]?.alias.split(':')[1];
    const url = `${service.api.url}/monitoring/v1/alert/${alert_id}/acknowledge`;
    expect((await call('PUT', url, { domain_id: domain.domain_id })).status).toBe(200);
  };
  const subscriptionUrl = notificationUrl(service, `subscription/${domain.subscription.subscription_id}`);
  return { ...domain, waitFor, acknowledge, subscriptionUrl };
}

it.each([
  ['Opsgenie', () => opsgenie.url],
  ['Jira Service Management', () => opsgenie.jsmUrl],
])('an alert is opened, acknowledged, made worse and closed in %s', SLOW_TEST, async (_, url) => {
  const account = opsgenie.createAccount();
  const { send, waitFor, acknowledge, subscription } = await subscribe(account, { api_url: url() });
  await send(alarm('disk', { severity: 'WARNING' }), alarm('cpu', { severity: 'ERROR' }));
  await waitFor((open) => open.length === 2);
  const [disk] = account.open().toSorted((a, b) => b.message.localeCompare(a.message));
  expect(disk).toMatchObject({ message: 'disk', priority: 'P3', state: 'open' });
  expect(disk?.alias).toMatch(new RegExp(`^${subscription.subscription_id}:alert_[a-z0-9]+$`));
  await send(recovery('cpu'));
  await waitFor((open) => open.length === 1);
  await acknowledge();
  await waitFor(([alert]) => alert?.state === 'acknowledged');
  await send(alarm('disk', { severity: 'CRITICAL' }));
  await waitFor((open) => open.length === 1 && open[0]?.state === 'open' && open[0].priority === 'P1');
  expect(account.pages.filter(({ message }) => message === 'disk').map(({ priority }) => priority)).toEqual([
    'P3',
    'P1',
  ]);
  await send(recovery('disk'));
  await waitFor((open) => open.length === 0);
});

it('an alert with texts that are too long arrives', SLOW_TEST, async () => {
  const account = opsgenie.createAccount();
  const { send, waitFor } = await subscribe(account, {
    ...{ tags: ['tocsin'], responders: ['team:Database'], priorities: { ERROR: 'P1' } },
  });
  const labels = Object.fromEntries(
    Array.from({ length: 64 }, (_, n) => [`label ${n}`, LONG.slice(0, 1_000)]),
  );
  await send(alarm('disk', { title: LONG, description: LONG, labels, resource: { name: LONG } }));
  const [alert] = await waitFor((open) => open.length === 1);
  expect(alert).toMatchObject({
    priority: 'P1',
    tags: ['tocsin'],
    responders: [{ type: 'team', name: 'Database' }],
  });
  expect(alert?.message).toHaveLength(130);
  expect(alert?.description).not.toContain('<b>');
});

it('waits while the rate is limited, and counts no failure', SLOW_TEST, async () => {
  const account = opsgenie.createAccount();
  const { send, waitFor, notifications, subscriptionUrl, domain_id } = await subscribe(account);
  opsgenie.limits.throttled = 2;
  await send(alarm('disk'));
  await waitFor((open) => open.length === 1);
  expect(opsgenie.limits).toEqual({ throttled: 0, refusals: 2 });
  expect(account.pages).toHaveLength(1);
  await until(notifications, ([only]) => only?.state === 'SENT');
  const { body } = await call<{ health: object }>('GET', `${subscriptionUrl}?domain_id=${domain_id}`);
  expect(body.health).toMatchObject({ failures: 0 });
});

it('fails at once with the reason if the key is wrong, and never shows the key', SLOW_TEST, async () => {
  const account = opsgenie.createAccount();
  const wrong = crypto.randomUUID();
  const { send, notifications, subscriptionUrl, domain_id } = await subscribe(account, { api_key: wrong });
  await send(alarm('disk'));
  const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
  expect(failed).toMatchObject({ reason: 'answered 401: Could not authenticate' });
  const { body } = await call('GET', `${subscriptionUrl}?domain_id=${domain_id}`);
  expect(body).toMatchObject({ options: { api_key: '***' } });
  const logs = service.api.logs() + service.worker.logs();
  expect(JSON.stringify([failed, body, await notifications()]) + logs).not.toContain(wrong);
});

it('a test opens an alert of the least priority', SLOW_TEST, async () => {
  const account = opsgenie.createAccount();
  const { domain_id, subscriptionUrl } = await subscribe(account);
  const { body } = await call('POST', `${subscriptionUrl}/verify`, { domain_id });
  expect(body).toMatchObject({ ok: true, status: 202 });
  expect(
    await until(
      async () => account.open(),
      (open) => open.length === 1,
    ),
  ).toMatchObject([{ priority: 'P5', message: expect.stringMatching(/^Test: /) }]);
});

it.each([
  [{ api_key: 'key with spaces' }, 'api_key'],
  [{ api_key: 'x'.repeat(36), api_url: 'http://10.0.0.1' }, 'api_url'],
  [{ api_key: 'x'.repeat(36), api_url: 'https://api.opsgenie.com?x=1' }, 'api_url'],
  [{ api_key: 'x'.repeat(36), responders: ['Database'] }, 'responders'],
  [{ api_key: 'x'.repeat(36), tags: ['x'.repeat(51)] }, 'tags'],
  [{ api_key: 'x'.repeat(36), priorities: { WARNING: 'P6' } }, 'priorities'],
])('refuses the options %j with 400 and their name', async (options, name) => {
  const { status, body } = await call('POST', notificationUrl(service, 'subscriptions'), {
    ...{ domain_id: `d-${crypto.randomUUID()}`, name: 'on-call', protocol_id: 'opsgenie', options },
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(name);
});
