import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MetricsServer } from '#shared/platform/telemetry/metrics-server.js';
import { startApi } from './api-under-test.js';
import { startWebhookApi, type Webhook, type WebhookApi } from './webhooks-under-test.js';

/** Floors in bytes: more than any disk has free, and less. */
const [TOO_MUCH, LITTLE] = [String(100 * 2 ** 40), '1'];

let full: WebhookApi;
let webhook: Webhook;
beforeAll(async () => {
  full = await startWebhookApi({ DATABASE_DISK: tmpdir(), DISK_FLOOR: TOO_MUCH });
  webhook = await full.create({ plugin_info: { plugin_id: 'direct' } });
});
afterAll(() => full.api.close());

const post = { body: { event_key: 'k', title: 't' } };

it('deliveries and /health/ready get 503 while the free disk space is below DISK_FLOOR', async () => {
  const path = new URL(webhook.webhook_url).pathname;
  const response = await full.call<{ detail: string }>('POST', path, post);
  expect(response).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60' },
    body: { detail: 'The disk of the database is nearly full' },
  });
  const ready = await full.api.call('GET', '/health/ready');
  expect([ready.status, ready.body.detail]).toEqual([503, 'The disk of the database is nearly full']);
  const { port } = full.api.app.get(MetricsServer);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('tocsin_deliveries_refused_total{reason="disk"} 1');
  expect(metrics).toContain('tocsin_disk_low{disk="database"} 1');
  expect(metrics).toContain(`tocsin_disk_floor_bytes{disk="database"} ${TOO_MUCH}`);
  // Stored records can still be read.
  expect((await full.call('GET', '/monitoring/v1/events?domain_id=d1')).status).toBe(200);
});

it('deliveries are accepted while the free disk space is above DISK_FLOOR', async () => {
  const roomy = await startApi({
    DATABASE_URL: full.api.databaseUrl,
    DATABASE_DISK: tmpdir(),
    DISK_FLOOR: LITTLE,
  });
  expect((await roomy.call('GET', '/health/ready')).status).toBe(200);
  expect((await roomy.call('POST', new URL(webhook.webhook_url).pathname, post)).status).toBe(202);
  await roomy.close();
});
