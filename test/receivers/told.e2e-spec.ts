import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTING_KEY } from '../chat-receivers.js';
import { call, until } from '../client.js';
import { alarm, createTestDomain, notificationUrl, recovery } from '../notified-domain.js';
import { startReceiver, type Receiver } from '../receiver.js';
import { startService, type Service } from '../service.js';
import { sql } from '../sql.js';
import { startPagerDutyAccount } from './pagerduty.js';

const SLOW_TEST = { timeout: 60_000 };
/** Milliseconds in which what is not to be told would have been. */
const QUIET_MS = 1_500;
const SEVERE = { filter: [{ k: 'severity', v: 'ERROR', o: 'gte' }] };
const KEY = 'disk';
const warning = alarm(KEY, { severity: 'WARNING' });
const critical = alarm(KEY, { severity: 'CRITICAL' });

let service: Service;
let receiver: Receiver;
let pagerDuty: Awaited<ReturnType<typeof startPagerDutyAccount>>;
beforeAll(async () => {
  [service, receiver, pagerDuty] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startReceiver(),
    startPagerDutyAccount(),
  ]);
});
afterAll(async () => {
  pagerDuty?.close();
  await receiver?.close();
  await service?.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  pagerDuty.accepted.length = 0;
});

const shown = () =>
  receiver.received.map(({ body }) => `${body.type} ${(body.data.alert as { severity?: string }).severity}`);
const tells = (...expected: readonly string[]) =>
  until(
    async () => shown(),
    (all) => all.length >= expected.length,
  ).then(async () => {
    await sleep(QUIET_MS);
    // Only the changes of one alert have an order.
    expect(shown().toSorted()).toEqual(expected.toSorted());
  });

async function subscribeWebhook(fields: object = {}) {
  const domain = await createTestDomain(service, receiver, fields);
  const { domain_id, webhook } = domain;
  const url = `${service.api.url}/monitoring/v1/webhook/${webhook.webhook_id}`;
  const flap = { count: 3, window: 3_600 };
  expect((await call('PUT', url, { domain_id, settings: { flap } })).status).toBe(200);
  return domain;
}

const subscribePagerDuty = (fields: object = {}) =>
  createTestDomain(
    service,
    { url: '', secrets: [] },
    {
      protocol_id: 'pagerduty',
      options: { routing_key: ROUTING_KEY, url: pagerDuty.url },
      ...fields,
    },
  );

/** Opens and resolves until the key is flapping; the last alert stays open. */
async function flap(send: (...events: object[]) => Promise<void>, event = warning): Promise<void> {
  for (let n = 0; n < 2; n += 1) await send({ ...event, occurred_at: undefined }, recovery(KEY));
  await send(event);
}

/** Lets the time pass until keys are calm. */
const becomeCalm = (domain_id: string) =>
  sql(service.databaseUrl, `update silenced_alert set look_at = clock_timestamp() where domain_id = $1`, [
    domain_id,
  ]);

const endHolds = (domain_id: string) =>
  sql(service.databaseUrl, `update notification_hold set look_at = clock_timestamp() where domain_id = $1`, [
    domain_id,
  ]);

describe('while a key is flapping', () => {
  const untilFlapping = [
    'alert.opened WARNING',
    'alert.resolved WARNING',
    'alert.opened WARNING',
    'alert.resolved WARNING',
    'alert.flapping WARNING',
  ];

  it('what is worse than what was told is told, and its recovery', SLOW_TEST, async () => {
    const { send } = await subscribeWebhook();
    await flap(send);
    await tells(...untilFlapping);
    await send(recovery(KEY), warning, recovery(KEY), critical);
    await tells(...untilFlapping, 'alert.resolved WARNING', 'alert.opened CRITICAL');
    await send(recovery(KEY));
    await tells(
      ...untilFlapping,
      'alert.resolved WARNING',
      'alert.opened CRITICAL',
      'alert.resolved CRITICAL',
    );
  });

  it('an escalation is told', SLOW_TEST, async () => {
    const { send } = await subscribeWebhook();
    await flap(send);
    await send(critical);
    await tells(...untilFlapping, 'alert.escalated CRITICAL');
  });

  it('nothing is kept from who was not told so', SLOW_TEST, async () => {
    const { send } = await subscribeWebhook(SEVERE);
    await flap(send);
    await sleep(QUIET_MS);
    expect(shown()).toEqual([]);
    await send(recovery(KEY), critical);
    await tells('alert.opened CRITICAL');
  });

  it('a subscription that does not ask for it gets each opening and recovery', SLOW_TEST, async () => {
    const { send } = await subscribeWebhook({ kinds: ['alert.opened', 'alert.resolved'] });
    await flap(send);
    await send(recovery(KEY), warning);
    const both = ['alert.opened WARNING', 'alert.resolved WARNING'];
    await tells(...both, ...both, ...both, 'alert.opened WARNING');
  });

  it('what is open when the key is calm is told once, and what is not is not', SLOW_TEST, async () => {
    const { send, domain_id } = await subscribeWebhook();
    await flap(send);
    await send(recovery(KEY), warning);
    const before = [...untilFlapping, 'alert.resolved WARNING'];
    await tells(...before);
    await becomeCalm(domain_id);
    await tells(...before, 'alert.opened WARNING');
    await becomeCalm(domain_id);
    await send(recovery(KEY));
    await tells(...before, 'alert.opened WARNING', 'alert.resolved WARNING');
  });

  it('what opened within a silence is told when the silence ends', SLOW_TEST, async () => {
    const { send, domain_id } = await subscribeWebhook();
    const { status, body } = await call<{ silence_id: string }>(
      'POST',
      notificationUrl(service, 'silences'),
      {
        ...{ domain_id, name: 's', reason: 'maintenance', ends_at: 'now + 1h', filter: [] },
      },
    );
    expect(status).toBe(201);
    await flap(send);
    await send(recovery(KEY), warning);
    await sleep(QUIET_MS);
    expect(shown()).toEqual([]);
    await call('PUT', notificationUrl(service, `silence/${body.silence_id}/expire`), { domain_id });
    await tells('alert.opened WARNING');
  });

  it('the incident of PagerDuty is resolved with the alert', SLOW_TEST, async () => {
    const { send } = await subscribePagerDuty();
    for (let n = 0; n < 4; n += 1) await send(warning, recovery(KEY));
    await send(warning);
    await until(
      async () => pagerDuty.open(ROUTING_KEY).length,
      (count) => count === 1,
    );
    await send(recovery(KEY));
    await until(
      async () => pagerDuty.open(ROUTING_KEY).length,
      (count) => count === 0,
    );
  });
});

describe('a recovery', () => {
  it('reaches who was told, although the severity fell below the filter', SLOW_TEST, async () => {
    const { send } = await subscribePagerDuty(SEVERE);
    await send(critical);
    await until(
      async () => pagerDuty.incidents(ROUTING_KEY),
      ([first]) => first?.severities.at(-1) === 'critical',
    );
    await send(warning);
    await until(
      async () => pagerDuty.incidents(ROUTING_KEY),
      ([first]) => first?.severities.at(-1) === 'warning',
    );
    await send(recovery(KEY));
    await until(
      async () => pagerDuty.incidents(ROUTING_KEY),
      ([first]) => first?.state === 'resolved',
    );
    expect(pagerDuty.incidents(ROUTING_KEY)).toHaveLength(1);
  });

  it('is not told to who was never told of the alert', SLOW_TEST, async () => {
    const { send, subscribe } = await subscribeWebhook(SEVERE);
    await send(warning);
    await subscribe({ filter: [{ k: 'state', v: 'RESOLVED', o: 'eq' }] });
    await send(recovery(KEY));
    await sleep(2 * QUIET_MS);
    expect(shown()).toEqual([]);
  });

  it('passes a silence', SLOW_TEST, async () => {
    const { send, domain_id } = await subscribeWebhook();
    await send(critical);
    await tells('alert.opened CRITICAL');
    const silence = { name: 's', reason: 'maintenance', ends_at: 'now + 1h', filter: [] };
    const created = await call('POST', notificationUrl(service, 'silences'), { domain_id, ...silence });
    expect(created.status).toBe(201);
    await send(recovery(KEY));
    await tells('alert.opened CRITICAL', 'alert.resolved CRITICAL');
  });

  it(
    'is cancelled with an opening that nobody was told of, except for who gets every change',
    SLOW_TEST,
    async () => {
      const group = { by: ['title'], wait: 3, interval: 300 };
      const { send, notifications, domain_id } = await subscribePagerDuty({ group });
      await call('POST', notificationUrl(service, 'subscriptions'), {
        ...{ domain_id, name: 'every', protocol_id: 'webhook', options: { url: receiver.url }, group },
      });
      receiver.secrets = [];
      await send(critical, recovery(KEY));
      await until(
        notifications,
        (all) => all.length === 5 && all.every(({ state }) => /SENT|CANCELLED/.test(state)),
      );
      expect(pagerDuty.incidents(ROUTING_KEY)).toEqual([]);
      const states = (await notifications()).flatMap(({ state, kind }) =>
        kind === 'digest' ? [] : [`${kind} ${state}`],
      );
      expect(states.toSorted()).toEqual([
        'alert.opened CANCELLED',
        'alert.opened SENT',
        'alert.resolved CANCELLED',
        'alert.resolved SENT',
      ]);
    },
  );
});

describe('changes that wait for each other', () => {
  const group = { by: ['severity'], wait: 2, interval: 60 };

  it('page for each alert, and resolve each incident', SLOW_TEST, async () => {
    const { send, domain_id } = await subscribePagerDuty({ group });
    const keys = ['a', 'b', 'c'];
    await send(...keys.map((key) => alarm(key, { severity: 'CRITICAL' })));
    await until(
      async () => pagerDuty.open(ROUTING_KEY).length,
      (count) => count === 3,
    );
    expect(new Set(pagerDuty.open(ROUTING_KEY).map(({ severities }) => severities[0]))).toEqual(
      new Set(['critical']),
    );
    await send(...keys.map((key) => recovery(key)));
    await sleep(QUIET_MS);
    await endHolds(domain_id);
    await until(
      async () => pagerDuty.open(ROUTING_KEY).length,
      (count) => count === 0,
    );
    expect(pagerDuty.incidents(ROUTING_KEY)).toHaveLength(3);
  });

  it('resolve their incidents although the quota is nearly used up', SLOW_TEST, async () => {
    const { send, domain_id } = await subscribePagerDuty();
    const quota = { domain_id, protocol_id: 'pagerduty', limit: { day: 20 } };
    expect((await call('POST', notificationUrl(service, 'quotas'), quota)).status).toBe(201);
    await send(warning);
    await until(
      async () => pagerDuty.open(ROUTING_KEY).length,
      (count) => count === 1,
    );
    for (let n = 0; n < 15; n += 1) await send(alarm(`other ${n}`, { severity: 'ERROR' }));
    await until(
      async () => pagerDuty.open(ROUTING_KEY).length,
      (count) => count >= 16,
    );
    await send(recovery(KEY));
    await until(
      async () => pagerDuty.open(ROUTING_KEY).map(({ summary }) => summary),
      (open) => !open.some((text) => text.includes(KEY)),
    );
  });
});
