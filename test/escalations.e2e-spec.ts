import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, until } from './client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from './notified-domain.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

const SLOW_TEST = { timeout: 90_000 };

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
  receiver.secrets = [];
});

interface Alert {
  readonly alert_id: string;
  readonly acknowledged: boolean;
  readonly escalation: { readonly step: number | null; readonly next_at: string | null };
}

/** A domain whose alerts tell a first and a second subscription, and a third that is the fallback. */
async function createEscalatedDomain(fields: object = {}) {
  const domain = await createTestDomain(service, receiver, { kinds: ['quota.low'] });
  const { domain_id } = domain;
  const subscribe = async (name: string, more: object = {}) => {
    const { subscription_id, signing_secret } = await domain.subscribe({
      name,
      trigger: 'ESCALATION',
      ...more,
    });
    receiver.secrets = [...receiver.secrets, signing_secret];
    return subscription_id;
  };
  const [first, second, last] = [
    await subscribe('first'),
    await subscribe('second'),
    await subscribe('last'),
  ];
  const { status, body } = await call<{ escalation_id: string }>(
    'POST',
    notificationUrl(service, 'escalations'),
    {
      ...{ domain_id, name: 'production', fallback: last },
      steps: [
        { after: 0, subscriptions: [first] },
        { after: 4, subscriptions: [second] },
      ],
      ...fields,
    },
  );
  expect(status).toBe(201);
  const alerts = `${service.api.url}/monitoring/v1/alert`;
  const findAlert = async (event_key: string) => {
    const found = await until(
      () =>
        call<{ results: Alert[] }>(
          'GET',
          `${alerts}s?domain_id=${domain_id}&event_key=${encodeURIComponent(event_key)}`,
        ),
      (answer) => answer.body.results.length === 1,
    );
    return found.body.results[0] as Alert;
  };
  return {
    ...domain,
    ...{ ids: { first, second, last }, escalation_id: body.escalation_id, findAlert },
    timeline: async ({ alert_id }: Alert) => {
      const url = `${alerts}/${alert_id}/timeline?domain_id=${domain_id}`;
      const found = await call<{ results: { kind: string; text: string; escalation?: { what: string } }[] }>(
        'GET',
        url,
      );
      return found.body.results.filter(({ kind }) => kind === 'escalation').map(({ text }) => text);
    },
    acknowledge: ({ alert_id }: Alert) =>
      call('PUT', `${alerts}/${alert_id}/acknowledge`, { domain_id, comment: 'on it' }),
    /** What was told, by the name of the subscription, in the order of sending. */
    told: async () => {
      const names = new Map([
        [first, 'first'],
        [second, 'second'],
        [last, 'last'],
      ]);
      const { results } = (
        await call<{
          results: { subscription_id: string; kind: string; state: string; created_at: string }[];
        }>('GET', notificationUrl(service, `notifications?domain_id=${domain_id}`))
      ).body;
      return results
        .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
        .map(({ subscription_id, kind, state }) => `${names.get(subscription_id)} ${kind} ${state}`);
    },
  };
}

it('tells step after step until somebody acknowledges, and then all of the recovery', SLOW_TEST, async () => {
  const domain = await createEscalatedDomain({ repeat: { times: 1, every: 3600 } });
  await domain.send(alarm('disk'));
  await until(
    domain.told,
    (told) => told.length === 2 && told.every((each) => each.endsWith('SENT')),
    30_000,
  );
  expect(await domain.told()).toEqual(['first alert.opened SENT', 'second alert.opened SENT']);
  expect(receiver.received[1]?.body.data).toMatchObject({
    escalation: { name: 'production', step: 2, cycle: 1, escalation_id: domain.escalation_id },
    event: { event_key: 'disk' },
  });
  const alert = await until(
    () => domain.findAlert('disk'),
    ({ escalation }) => escalation.step === 2 && escalation.next_at !== null,
  );
  expect((await domain.acknowledge(alert)).status).toBe(200);
  await until(
    () => domain.findAlert('disk'),
    ({ escalation }) => escalation.step === 2 && escalation.next_at === null,
  );
  await domain.send(recovery('disk'));
  await until(
    domain.told,
    (told) => told.length === 6 && told.every((each) => each.endsWith('SENT')),
    30_000,
  );
  expect((await domain.told()).slice(2).toSorted()).toEqual([
    'first alert.acknowledged SENT',
    'first alert.resolved SENT',
    'second alert.acknowledged SENT',
    'second alert.resolved SENT',
  ]);
  expect(await domain.timeline(alert)).toEqual([
    'The escalation “production” told step 1 (1 subscription)',
    'The escalation “production” told step 2 (1 subscription)',
    'The escalation “production” stands still after step 2: the alert was acknowledged by root',
  ]);
  await until(
    () => domain.findAlert('disk'),
    ({ escalation }) => escalation.step === null,
  );
  const ledger = await call<{ balanced: boolean; results: { by_steps: number }[] }>(
    'GET',
    notificationUrl(service, `ledger?domain_id=${domain.domain_id}`),
  );
  expect(ledger.body).toMatchObject({ balanced: true, results: [{ by_steps: 2 }] });
});

it('a worse alert withdraws its acknowledgement and begins again', SLOW_TEST, async () => {
  const domain = await createEscalatedDomain();
  await domain.send(alarm('disk', { severity: 'WARNING' }));
  await until(domain.told, (told) => told.length === 1, 30_000);
  const alert = await domain.findAlert('disk');
  await domain.acknowledge(alert);
  await domain.send(alarm('disk', { severity: 'CRITICAL' }));
  await until(
    () => domain.timeline(alert),
    (entries) => entries.filter((entry) => entry.includes('told step 1')).length === 2,
    30_000,
  );
  expect((await domain.findAlert('disk')).acknowledged).toBe(false);
});

it('the fallback is told if no step reaches anybody, and a deletion ends what runs', SLOW_TEST, async () => {
  const domain = await createEscalatedDomain();
  const { first, second } = domain.ids;
  for (const id of [first, second])
    await call('PUT', notificationUrl(service, `subscription/${id}/disable`), {
      domain_id: domain.domain_id,
    });
  await domain.send(alarm('disk'));
  await until(domain.told, (told) => told.includes('last escalation.unreached SENT'), 30_000);
  expect(await domain.told()).toEqual(['last escalation.unreached SENT']);
  const alert = await domain.findAlert('disk');
  const path = notificationUrl(service, `escalation/${domain.escalation_id}?domain_id=${domain.domain_id}`);
  expect((await call('DELETE', path)).status).toBe(204);
  expect(await domain.timeline(alert)).toEqual([
    'The escalation “production” found nobody to tell in step 1: a subscription of it is disabled or deleted',
    'The escalation “production” found nobody to tell in step 2: a subscription of it is disabled or deleted',
    'The escalation “production” reached nobody, and told its fallback, after step 2',
    'The escalation “production” ended after step 2: it was deleted',
  ]);
});

it('a preview says which steps would have been told, and to whom', SLOW_TEST, async () => {
  const domain = await createEscalatedDomain({ filter: [{ k: 'title', v: 'nothing', o: 'eq' }] });
  await domain.send(alarm('a'), alarm('b'));
  await domain.findAlert('b');
  await domain.send(recovery('a'));
  const { first, second, last } = domain.ids;
  const preview = () =>
    call<Record<string, unknown>>('POST', notificationUrl(service, 'escalations/preview'), {
      ...{ domain_id: domain.domain_id, days: 1, fallback: last },
      steps: [
        { after: 0, subscriptions: [first] },
        { after: 604_800, subscriptions: [second] },
      ],
    });
  const { body } = await until(preview, (found) => found.body['alerts'] === 2);
  expect(body).toMatchObject({
    ...{ alerts: 2, unanswered: 0, nobody: 0, complete: true },
    steps: [
      { step: 1, messages: 2 },
      { step: 2, alerts: 0, messages: 0 },
    ],
    receivers: [{ subscription_id: first, name: 'first', messages: 2 }],
  });
});
