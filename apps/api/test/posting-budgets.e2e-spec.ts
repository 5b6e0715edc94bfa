import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MetricsServer } from '#shared/platform/telemetry/metrics-server.js';
import { webhookPath, startWebhookApi, type Webhook, type WebhookApi } from './webhooks-under-test.js';

/** Bytes. So small that what is refilled during the test does not matter. */
const BYTES_PER_MINUTE = 5_000;

let webhooks: WebhookApi;
beforeAll(async () => {
  webhooks = await startWebhookApi({ INGEST_WEBHOOK_BYTES: String(BYTES_PER_MINUTE) });
});
afterAll(() => webhooks.api.close());

const createDirectWebhook = () => webhooks.create({ plugin_info: { plugin_id: 'direct' } });
const alarm = (bytes: number) =>
  JSON.stringify({ event_key: 'k', title: 't', description: 'x'.repeat(bytes - 47) });
const post = ({ webhook_url }: Webhook, body: string | Buffer, headers = {}) =>
  webhooks.call<{ detail: string }>('POST', new URL(webhook_url).pathname, { body, headers });
const metrics = async () => {
  const { port } = webhooks.api.app.get(MetricsServer);
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
};

describe('the budget of a webhook', () => {
  it('is reported when low, then rejects deliveries with 503, counted in health and metrics', async () => {
    const [flooded, other] = [await createDirectWebhook(), await createDirectWebhook()];
    const statuses = async (times: number) => {
      const all: number[] = [];
      for (let n = 0; n < times; n += 1) all.push((await post(flooded, alarm(1_000))).status);
      return all;
    };
    expect(await statuses(7)).toEqual([202, 202, 202, 202, 202, 202, 202]);
    expect(await metrics()).toContain('tocsin_posting_budget_low_total{of="webhook",by="bytes"} 0');
    expect(await statuses(2)).toEqual([202, 202]);
    expect(await metrics()).toContain('tocsin_posting_budget_low_total{of="webhook",by="bytes"} 1');
    expect(await metrics()).toContain('tocsin_deliveries_refused_total{reason="budget"} 0');
    const refused = (await statuses(6)).filter((status) => status === 503).length;
    expect(refused).toBeGreaterThanOrEqual(4);

    const response = await post(flooded, alarm(1_000));
    expect(response).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^([5-9]|[1-5]\d|60)$/) },
      body: {
        code: 'ERROR_UNAVAILABLE',
        detail: 'Try again later: the webhook has used up its budget of bytes (INGEST_WEBHOOK_BYTES)',
      },
    });
    const metricsText = await metrics();
    expect(metricsText).toContain(`tocsin_deliveries_refused_total{reason="budget"} ${refused + 1}`);
    expect(metricsText).toMatch(/tocsin_posting_budget_used_ratio\{of="webhook",by="bytes"\} (0\.9\d+|1)\n/);
    await vi.waitFor(
      async () =>
        expect((await webhooks.call('GET', webhookPath(flooded))).body['health']).toMatchObject({
          refused_count: refused + 1,
          last_error: 'refused: the webhook has used up its budget of bytes (INGEST_WEBHOOK_BYTES)',
        }),
      10_000,
    );
    expect((await post(other, alarm(1_000))).status).toBe(202);
  });

  it('counts the bytes of the inflated body', async () => {
    const webhook = await createDirectWebhook();
    const body = gzipSync(alarm(11_000));
    expect(body.length).toBeLessThan(1_000);
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    expect((await post(webhook, body, headers)).status).toBe(202);
    expect((await post(webhook, alarm(100))).status).toBe(503);
  });

  it('is not charged for deliveries rejected for another reason or with a wrong access key', async () => {
    const webhook = await webhooks.create({
      plugin_info: { plugin_id: 'direct' },
      settings: { max_backlog: 1 },
    });
    expect((await post(webhook, alarm(100))).status).toBe(202);
    for (let n = 0; n < 15; n += 1) expect((await post(webhook, alarm(1_000))).status).toBe(503);
    const wrong = { ...webhook, webhook_url: webhook.webhook_url.replace(/[^/]+\/events$/, 'wrong/events') };
    for (let n = 0; n < 15; n += 1) expect((await post(wrong, alarm(1_000))).status).toBe(404);
    await webhooks.call('PUT', webhookPath(webhook), { body: { settings: { max_backlog: -1 } } });
    await vi.waitFor(async () => expect((await post(webhook, alarm(100))).status).toBe(202), 10_000);
    for (let n = 0; n < 8; n += 1) expect((await post(webhook, alarm(1_000))).status).toBe(202);
  });
});

it('the budget of a domain applies to all of its webhooks together', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, createDirectWebhook));
  const statuses = await Promise.all(all.map(async (webhook) => (await post(webhook, alarm(9_000))).status));
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(2);
  const late = await post(all[0] as Webhook, alarm(9_000));
  expect(late.body.detail).toMatch(/the (webhook|domain) has used up its budget of bytes/);
  expect(await metrics()).toMatch(/tocsin_posting_budget_low_total\{of="domain",by="bytes"\} [1-9]/);
});
