import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from './client.js';
import { alarm, createTestDomain, notificationUrl } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

interface Telling {
  readonly alert_id: string;
  readonly state: string;
  readonly told: readonly { readonly name: string; readonly state: string; readonly at: string }[];
  readonly told_count: number;
  readonly waiting_count: number;
  readonly failed_count: number;
  readonly silenced_by: readonly { readonly name: string; readonly ends_at: string }[];
  readonly inhibited_by: readonly { readonly name: string; readonly source_alert_id: string }[];
}

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

const byKey = (v: string) => [{ k: 'event_key', v, o: 'eq' }];

async function create(path: string, body: object): Promise<Record<string, string>> {
  const answer = await call<Record<string, string>>('POST', notificationUrl(service, path), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function findAlerts(domain_id: string, count: number): Promise<ReadonlyMap<string, string>> {
  const { body } = await until(
    () =>
      call<{ results: { alert_id: string; event_key: string }[] }>(
        'GET',
        `${service.api.url}/monitoring/v1/alerts?domain_id=${domain_id}`,
      ),
    (found) => found.body.results.length === count,
  );
  return new Map(body.results.map(({ event_key, alert_id }) => [event_key, alert_id]));
}

const readTellings = (domain_id: string, alert_ids: readonly unknown[]) =>
  call<{ results: Telling[]; errors: { field: string; reason: string }[] }>(
    'POST',
    notificationUrl(service, 'alerts/telling'),
    { domain_id, alert_ids },
  );

it('says for many alerts at once what became of their messages', { timeout: 90_000 }, async () => {
  const { domain_id, send, subscribe, subscription } = await createTestDomain(service, receiver, {
    name: 'ops',
    filter: [{ k: 'severity', v: 'ERROR', o: 'eq' }],
  });
  const second = await subscribe({
    name: 'digests',
    filter: byKey('digested'),
    group: { by: ['severity'], wait: 300, interval: 300 },
  });
  const third = await subscribe({ name: 'on call', trigger: 'ESCALATION' });
  receiver.secrets = [subscription, second, third].map(({ signing_secret }) => signing_secret);
  receiver.answer = ({ body }, response) =>
    void response.writeHead(body.data.alert.event_key === 'refused' ? 400 : 204).end();
  await create('escalations', {
    ...{ domain_id, name: 'later', filter: byKey('escalated'), fallback: subscription.subscription_id },
    steps: [{ after: '1h', subscriptions: [third.subscription_id] }],
  });
  const inhibition = { source: byKey('cause'), target: byKey('explained'), wait: 0 };
  await create('inhibitions', { domain_id, name: 'cluster down', ...inhibition });
  const { silence_id } = await create('silences', {
    ...{
      domain_id,
      name: 'repair',
      filter: byKey('silenced'),
      reason: 'disk is replaced',
      ends_at: 'now + 1h',
    },
  });
  const info = { severity: 'INFO' };
  await send(alarm('cause'));
  await until(
    async () => receiver.received.length,
    (count) => count > 0,
  );
  await send(
    ...['told', 'refused', 'silenced', 'explained'].map((key) => alarm(key)),
    ...['digested', 'escalated', 'unheard'].map((key) => alarm(key, info)),
  );
  const ids = await findAlerts(domain_id, 8);
  const keys = ['cause', 'told', 'refused', 'silenced', 'explained', 'digested', 'escalated', 'unheard'];
  const alertIds = keys.map((key) => ids.get(key));
  const expected = ['TOLD', 'TOLD', 'FAILED', 'SILENCED', 'INHIBITED', 'WAITING', 'WAITING', 'NOBODY'];
  const { body } = await until(
    () => readTellings(domain_id, alertIds),
    ({ body: { results } }) => results.map(({ state }) => state).join() === expected.join(),
  );
  expect(body.results.map(({ alert_id }) => alert_id)).toEqual(alertIds);
  const of = (key: string) => body.results[keys.indexOf(key)] as Telling;
  expect(of('told')).toMatchObject({
    ...{ told_count: 1, waiting_count: 0, failed_count: 0, silenced_by: [], inhibited_by: [] },
    told: [{ name: 'ops', state: 'SENT', protocol_id: 'webhook' }],
  });
  expect(of('refused')).toMatchObject({ told_count: 0, failed_count: 1 });
  expect(of('silenced').silenced_by).toMatchObject([
    { name: 'repair', silence_id, reason: 'disk is replaced' },
  ]);
  expect(of('explained').inhibited_by).toMatchObject([
    { name: 'cluster down', source_alert_id: of('cause').alert_id },
  ]);
  expect(of('digested')).toMatchObject({ waiting_count: 1, told: [{ name: 'digests', state: 'HELD' }] });
  expect(of('escalated')).toMatchObject({ told: [], waiting_count: 0 });

  // After the silence it is told, and a new silence of what was told says so beside it.
  const expire = notificationUrl(service, `silence/${silence_id}/expire`);
  expect((await call('PUT', expire, { domain_id })).status).toBe(200);
  await create('silences', {
    ...{ domain_id, name: 'known', filter: byKey('told'), reason: 'known', ends_at: 'now + 1h' },
  });
  const after = await until(
    () => readTellings(domain_id, [ids.get('silenced'), ids.get('told')]),
    (answer) => answer.body.results[0]?.state === 'TOLD',
  );
  expect(after.body.results).toMatchObject([
    { silenced_by: [], told: [{ state: 'SENT' }] },
    { state: 'TOLD', silenced_by: [{ name: 'known' }] },
  ]);
  // Alerts of others are as unknown as those that do not exist.
  expect(await readTellings(`d-${crypto.randomUUID()}`, alertIds)).toMatchObject({
    ...{ status: 200, body: { results: [] } },
  });
});

it('does not say that nobody is told before it is known', { timeout: 60_000 }, async () => {
  const { domain_id, send } = await createTestDomain(service, receiver, { name: 'ops' });
  const keys = Array.from({ length: 30 }, (_, n) => `k${n}`);
  const states = new Set<string>();
  for (const key of keys) {
    await send(alarm(key));
    const ids = await findAlerts(domain_id, keys.indexOf(key) + 1);
    const { body } = await readTellings(domain_id, [ids.get(key)]);
    states.add(body.results[0]?.state ?? 'none');
  }
  expect([...states]).not.toContain('NOBODY');
  expect([...states]).not.toContain('none');
});

it.each<[string, readonly unknown[], string]>([
  ['no alert', [], 'must be a list of 1 to 1000 ids'],
  ['too many', Array.from({ length: 1_001 }, () => 'alert_01kagexvhve0ya7d9z5kq5nh3m'), 'at most 1000'],
  ['an id of another kind', ['event_01kagexvhve0ya7d9z5kq5nh3m'], 'this one is of the kind event'],
  ['no text', [7], 'element [0]'],
])('refuses %s', async (_, alert_ids, reason) => {
  expect(await readTellings('d1', alert_ids)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'alert_ids', reason: expect.stringContaining(reason) }] },
  });
});
