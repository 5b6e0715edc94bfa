import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from './client.js';
import { alarm, createTestDomain, notificationUrl } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startReceiver(),
  ]);
  receiver.answer = (_, response) => void response.writeHead(204).end();
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const REMIND = { every: 600, until: 'ACKNOWLEDGED' };

/** Lets time pass for what a domain was told, once everything is sent. */
async function pass(domain_id: string, seconds: number): Promise<void> {
  await until(
    () =>
      sql<{ waiting: number }>(
        service.databaseUrl,
        `select count(*)::int as waiting from notification where domain_id = $1 and state <> 'SENT'`,
        [domain_id],
      ),
    ([row]) => row?.waiting === 0,
  );
  await sql(
    service.databaseUrl,
    `with told as (
       update notification set sent_at = sent_at - $2 * interval '1 s' where domain_id = $1
     )
     update reminder set look_at = look_at - $2 * interval '1 s', told_at = told_at - $2 * interval '1 s'
     where domain_id = $1`,
    [domain_id, seconds],
  );
}

it(
  'reminds of an alert until somebody acknowledges it, and the timeline shows it',
  { timeout: 90_000 },
  async () => {
    const domain = await createTestDomain(service, receiver, { remind: REMIND });
    const { domain_id, subscription, send } = domain;
    expect(subscription).toMatchObject({ remind: REMIND });
    const types = async (count: number) => {
      await until(
        async () => receiver.received.length,
        (found) => found >= count,
        30_000,
      );
      return receiver.received.map(({ body }) => body.type);
    };
    await send(alarm('disk'));
    expect(await types(1)).toEqual(['alert.opened']);
    await pass(domain_id, 600);
    expect(await types(2)).toEqual(['alert.opened', 'alert.reminder']);
    const { data } = receiver.received[1]?.body ?? {};
    expect(data).toMatchObject({
      alert: { state: 'OPEN', acknowledged: false, event_key: 'disk' },
      change: { state_before: 'OPEN', state: 'OPEN', event_id: null },
      event: null,
      links: { api: expect.stringContaining('/monitoring/v1/alert/alert_') },
    });
    await pass(domain_id, 600);
    expect(await types(3)).toEqual(['alert.opened', 'alert.reminder', 'alert.reminder']);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(3);

    const { alert_id } = data?.alert ?? { alert_id: '' };
    const alertUrl = `${service.api.url}/monitoring/v1/alert/${alert_id}`;
    await call('PUT', `${alertUrl}/acknowledge`, { domain_id });
    await types(4);
    await pass(domain_id, 6_000);
    await until(
      async () =>
        await sql<{ waits: boolean }>(
          service.databaseUrl,
          'select look_at > clock_timestamp() as waits from reminder where domain_id = $1',
          [domain_id],
        ),
      ([row]) => row?.waits === true,
    );
    expect((await types(4)).slice(3)).toEqual(['alert.acknowledged']);

    const timeline = await call<{ results: { text: string }[] }>(
      'GET',
      `${alertUrl}/timeline?domain_id=${domain_id}`,
    );
    const told = timeline.body.results.map(({ text }) => text).filter((text) => text.includes('still open'));
    expect(told).toHaveLength(2);
    const units = await call<{ results: { kind: string; state: string }[] }>(
      'GET',
      notificationUrl(service, `notifications?domain_id=${domain_id}&kind=alert.reminder`),
    );
    expect(units.body.results).toMatchObject([{ state: 'SENT' }, { state: 'SENT' }]);
    const ledger = await call<{ balanced: boolean }>(
      'GET',
      notificationUrl(service, `ledger?domain_id=${domain_id}&days=1`),
    );
    expect(ledger.body.balanced).toBe(true);
  },
);

it('refuses wrong terms with the field and the remedy, and changes and ends reminders', async () => {
  const { domain_id, subscription } = await createTestDomain(service, receiver);
  expect(subscription).toMatchObject({ remind: null });
  const url = notificationUrl(service, `subscription/${subscription.subscription_id}`);
  const update = (remind: unknown) =>
    call<{ remind: object | null; errors?: { field: string; reason: string }[] }>('PUT', url, {
      domain_id,
      remind,
    });
  for (const [remind, field, reason] of [
    [{ every: 299 }, 'remind.every', /300/],
    [{ every: 604_801 }, 'remind.every', /604800/],
    [{ every: 'often' }, 'remind.every', /./],
    [{}, 'remind.every', /./],
    [{ every: 300, until: 'NEVER' }, 'remind.until', /ACKNOWLEDGED/],
    [{ every: 300, often: true }, 'remind.often', /./],
    ['hourly', 'remind', /./],
  ] as const) {
    const { status, body } = await update(remind);
    expect([status, body.errors?.[0]?.field], JSON.stringify(remind)).toEqual([400, field]);
    expect(body.errors?.[0]?.reason).toMatch(reason);
  }
  expect((await update({ every: 300 })).body.remind).toEqual({ every: 300, until: 'ACKNOWLEDGED' });
  expect((await update({ every: 900, until: 'RESOLVED' })).body.remind).toEqual({
    every: 900,
    until: 'RESOLVED',
  });
  expect((await update(null)).body.remind).toBeNull();

  const relay = await call<{ errors: object[] }>('POST', notificationUrl(service, 'subscriptions'), {
    ...{ domain_id, name: 'relay', protocol_id: 'relay', options: { url: receiver.url }, remind: REMIND },
  });
  expect(relay).toMatchObject({
    status: 400,
    body: {
      errors: [{ field: 'remind', reason: expect.stringContaining('use another protocol such as webhook') }],
    },
  });
});
