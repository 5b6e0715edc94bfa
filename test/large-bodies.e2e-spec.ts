import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startService, type Service } from './service.js';
import { slowness } from './slowness.js';
import { sql } from './sql.js';

const MEBIBYTE = 1024 * 1024;
const LIMIT = 8 * MEBIBYTE;

let service: Service;
beforeAll(async () => void (service = await startService()), 120_000);
afterAll(() => service?.stop());

/** A group of Alertmanager with so many alerts, whose body has exactly so many bytes. */
function buildGroup(count: number, bytes: number): string {
  const build = (padding: number) =>
    JSON.stringify({
      version: '4',
      groupKey: '{}:{alertname="InstanceDown"}',
      status: 'firing',
      receiver: 'tocsin',
      groupLabels: { alertname: 'InstanceDown' },
      commonLabels: { alertname: 'InstanceDown', severity: 'critical' },
      commonAnnotations: {},
      externalURL: 'http://alertmanager.example.com:9093',
      alerts: Array.from({ length: count }, (_, n) => ({
        status: 'firing',
        labels: { alertname: 'InstanceDown', instance: `node-${n}:9100`, job: 'node', severity: 'critical' },
        annotations: { summary: `node-${n} is down`, description: 'x'.repeat(padding) },
        startsAt: '2026-11-20T10:00:00.000Z',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'http://prometheus.example.com:9090/graph?g0.expr=up',
        fingerprint: n.toString(16).padStart(16, '0'),
      })),
      truncatedAlerts: 0,
    });
  const padding = Math.floor((bytes - build(0).length) / count);
  const body = build(padding);
  return body + ' '.repeat(bytes - body.length);
}

const countEvents = async (domain: string) => {
  const [row] = await sql<{ events: number }>(
    service.databaseUrl,
    'select count(*)::int as events from event where domain_id = $1',
    [domain],
  );
  return row?.events;
};

async function post(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const started = performance.now();
  const { status } = await fetch(service.api.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status, milliseconds: performance.now() - started };
}

interface Health {
  readonly failed_count: number;
  readonly refused: readonly {
    readonly status: number;
    readonly count: number;
    readonly last_reason: string;
  }[];
}

async function readHealth({ webhook_id }: CreatedWebhook, domain: string): Promise<Health> {
  const path = `/monitoring/v1/webhook/${webhook_id}?domain_id=${domain}`;
  return (await call<{ health: Health }>('GET', service.api.url + path)).body.health;
}

describe('a large group of alerts', () => {
  it.each([
    ['1,300 alerts of 1.2 MB', 1_300, 1_200_000],
    ['10,000 alerts of 8 MiB', 10_000, LIMIT],
  ])(
    '%s is accepted, and each alert becomes an event, while a small sender stays fast',
    { timeout: 300_000 },
    async (_, alerts, bytes) => {
      const domain = `large-${alerts}`;
      const [large, compressed, small] = [
        await createWebhook(service.api.url, 'prometheus', domain),
        await createWebhook(service.api.url, 'prometheus', domain),
        await createWebhook(service.api.url, 'direct', `small-${alerts}`),
      ];
      const group = buildGroup(alerts, bytes);
      const durations: number[] = [];
      const statuses = new Set<number>();
      const stopped = new AbortController();
      const beside = (async () => {
        for (let n = 0; !stopped.signal.aborted; n += 1) {
          const { status, milliseconds } = await post(
            small.path,
            JSON.stringify({ event_key: `k${n}`, title: 't' }),
          );
          statuses.add(status);
          durations.push(milliseconds);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      })();
      expect((await post(large.path, group)).status).toBe(202);
      const encoding = { 'content-encoding': 'gzip' };
      expect((await post(compressed.path, gzipSync(group), encoding)).status).toBe(202);
      await until(
        () => countEvents(domain),
        (count) => count === 2 * alerts,
        240_000,
      );
      stopped.abort();
      await beside;
      expect([...statuses]).toEqual([202]);
      // Corrected for the load of the machine.
      const p99 = durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? Infinity;
      expect(p99 / slowness()).toBeLessThan(500);
    },
  );

  it('takes off the envelope of a large body', { timeout: 120_000 }, async () => {
    const webhook = await createWebhook(service.api.url, 'direct', 'enveloped');
    const data = { event_key: 'k', title: 'in an envelope', more: 'x'.repeat(2 * MEBIBYTE) };
    const access_key = webhook.path.split('/').at(-2);
    expect((await post(webhook.path, JSON.stringify({ access_key, data }))).status).toBe(202);
    await until(
      () =>
        sql<{ title: string }>(service.databaseUrl, `select title from event where domain_id = 'enveloped'`),
      ([event]) => event?.title === 'in an envelope',
    );
  });

  it('quarantines a large body that cannot be read', { timeout: 120_000 }, async () => {
    const webhook = await createWebhook(service.api.url, 'direct', 'broken');
    expect((await post(webhook.path, Buffer.alloc(2 * MEBIBYTE, 1))).status).toBe(202);
    await until(
      () => readHealth(webhook, 'broken'),
      ({ failed_count }) => failed_count === 1,
    );
  });
});

it('one byte more than the limit gets 413, plain and compressed, and its health names limit and setting', async () => {
  const webhook = await createWebhook(service.api.url, 'prometheus', 'too-large');
  const body = `${buildGroup(100, LIMIT)} `;
  expect((await post(webhook.path, body)).status).toBe(413);
  expect((await post(webhook.path, gzipSync(body), { 'content-encoding': 'gzip' })).status).toBe(413);
  const { refused } = await until(
    () => readHealth(webhook, 'too-large'),
    (each) => each.refused[0]?.count === 2,
  );
  expect(refused).toMatchObject([
    { status: 413, count: 2, last_reason: expect.stringContaining('8388608 bytes (BODY_LIMIT)') as string },
  ]);
});
