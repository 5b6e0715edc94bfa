import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from '../client.js';
import { createTestDomain, notificationUrl } from '../notified-domain.js';
import { startReceiver, type Receiver } from '../receiver.js';
import type { Service } from '../service.js';
import { slowness } from '../slowness.js';
import { sql } from '../sql.js';

const STORM_MS = 10_000;
const ALARMS_PER_BODY = 50;
/** Alarms a second, each of which opens an alert. */
const ALARM_RATE = 2_200;
const STALE_ALERTS = 10_000;
/** Seconds without an alarm after which the alerts of the storm are stale, and the interval of the check. */
const STALE_AFTER = 3_600;
const STALE_CHECK_MS = 10_000;
/** The longest that the notifications of others may take, of 99 in 100. */
const MAX_DELAY_MS = 2_000;

let service: Service;
let receiver: Receiver;
let domain_id: string;
let opened = 0;

async function openAlerts({ path }: CreatedWebhook, number: number): Promise<void> {
  const alarms = Array.from({ length: number }, () => ({
    event_key: `storm ${(opened += 1)}`,
    title: 'Node down',
    severity: 'ERROR',
  }));
  const { status } = await call('POST', service.api.url + path, alarms, {});
  expect(status).toBe(202);
}

/** Opens alerts at the rate of a storm, in turns on each webhook. */
async function storm(webhooks: readonly CreatedWebhook[], milliseconds: number): Promise<void> {
  const began = performance.now();
  const bodies = Math.round(((milliseconds / 1_000) * ALARM_RATE) / ALARMS_PER_BODY);
  for (let n = 0; n < bodies; n += 1) {
    await openAlerts(webhooks[n % webhooks.length] as CreatedWebhook, ALARMS_PER_BODY);
    await sleep(Math.max(0, ((n + 1) * milliseconds) / bodies - (performance.now() - began)));
  }
}

const createWebhooks = (number: number) =>
  Promise.all(Array.from({ length: number }, () => createWebhook(service.api.url, 'direct', domain_id)));

const STORMS: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  'a storm of alerts': async () => {
    const webhooks = await createWebhooks(4);
    return () => storm(webhooks, STORM_MS);
  },
  'a storm from webhooks that are deleted meanwhile': async () => {
    const webhooks = await createWebhooks(5);
    return async () => {
      for (const [index, { webhook_id }] of webhooks.entries()) {
        await storm(webhooks.slice(index), STORM_MS / webhooks.length);
        const url = `${service.api.url}/monitoring/v1/webhook/${webhook_id}?domain_id=${domain_id}`;
        expect((await call('DELETE', url)).status).toBeLessThan(300);
      }
      await sleep(STALE_CHECK_MS);
    };
  },
  'alerts that become stale at once': async () => {
    const [webhook] = (await createWebhooks(1)) as [CreatedWebhook];
    const { webhook_id } = webhook;
    const url = `${service.api.url}/monitoring/v1/webhook/${webhook_id}`;
    expect((await call('PUT', url, { domain_id, settings: { stale_after: STALE_AFTER } })).status).toBe(200);
    for (let n = 0; n < STALE_ALERTS; n += ALARMS_PER_BODY) await openAlerts(webhook, ALARMS_PER_BODY);
    const states = (state: string) =>
      sql<{ count: number }>(
        service.databaseUrl,
        `select count(*)::int as count from alert where domain_id = $1 and state = $2`,
        [domain_id, state],
      ).then(([row]) => row?.count ?? 0);
    await until(
      () => states('OPEN'),
      (count) => count === STALE_ALERTS,
      60_000,
    );
    return async () => {
      await sql(
        service.databaseUrl,
        `update alert set opened_at = opened_at - interval '2 h', last_received_at = last_received_at - interval '2 h'
         where domain_id = $1 and state = 'OPEN'`,
        [domain_id],
      );
      await until(
        () => states('RESOLVED'),
        (count) => count === STALE_ALERTS,
        60_000,
      );
      await sleep(STALE_CHECK_MS);
    };
  },
};

/** Returns the milliseconds from each alarm of another tenant to its notification, in order of length. */
async function measureDelays(work: () => Promise<void>): Promise<readonly number[]> {
  const good = await createTestDomain(service, receiver);
  const posted = new Map<string, number>();
  const received = new Map<string, number>();
  receiver.answer = ({ body }, response) => {
    received.set(body.data.alert.event_key, performance.now());
    response.writeHead(204).end();
  };
  const over = new AbortController();
  await Promise.all([
    work().finally(() => over.abort()),
    (async () => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        posted.set(`good ${n}`, performance.now());
        await good.send({ event_key: `good ${n}`, title: 't', severity: 'ERROR' });
        await sleep(100);
      }
    })(),
  ]);
  await until(
    () => Promise.resolve(received.size),
    (size) => size >= posted.size,
    60_000,
  );
  return [...posted]
    .map(([key, sent]) => (received.get(key) ?? Number.POSITIVE_INFINITY) - sent)
    .toSorted((a, b) => a - b);
}

/** Floods the notifications of one tenant, without anything that is expensive by itself. */
export function attackByStorms(target: () => Service): void {
  let storms: Receiver;
  beforeAll(async () => {
    service = target();
    [receiver, storms] = await Promise.all([startReceiver(), startReceiver()]);
  });
  afterAll(() => Promise.all([receiver?.close(), storms?.close()]));

  it.each(Object.entries(STORMS))(
    '%s do not delay notifications of other tenants',
    { timeout: 240_000 },
    async (_what, prepare) => {
      domain_id = `storm-${crypto.randomUUID()}`;
      const created = await call('POST', notificationUrl(service, 'subscriptions'), {
        ...{ domain_id, name: 'storm', protocol_id: 'webhook', options: { url: storms.url } },
      });
      expect(created.status).toBe(201);
      const work = await prepare();
      const before = slowness();
      const delays = await measureDelays(work);
      const slow = Math.max(before, slowness());
      expect((delays[Math.floor(delays.length * 0.99)] ?? Number.NaN) / slow).toBeLessThan(MAX_DELAY_MS);
    },
  );
}
