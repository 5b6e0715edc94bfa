import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { webhookPath, startWebhookApi, type Webhook, type WebhookApi } from './webhooks-under-test.js';
import { timed } from '#test/slowness.js';

interface FieldBounds {
  readonly maximum?: number;
}

let webhooks: WebhookApi;
beforeAll(async () => void (webhooks = await startWebhookApi()));
afterAll(() => webhooks.api.close());

const post = ({ webhook_url }: Webhook) =>
  webhooks.call('POST', new URL(webhook_url).pathname, { body: { event_key: 'k', title: 't' } });

async function postMany(webhook: Webhook, times: number): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status, headers } of await Promise.all(Array.from({ length: times }, () => post(webhook)))) {
    counts[status] = (counts[status] ?? 0) + 1;
    // Seconds. A sender that knows when to retry loses nothing.
    if (status === 503) expect(String(headers['retry-after'])).toMatch(/^[1-9]\d?$/);
  }
  return counts;
}

const health = async (webhook: Webhook) =>
  (await webhooks.call('GET', webhookPath(webhook))).body['health'] as Record<string, unknown>;

it('settings are accepted up to the maximum in openapi.json, and rejected above it', async () => {
  const { body } = await webhooks.call('GET', '/docs/openapi.json');
  const { schemas } = body['components'] as {
    schemas: Record<string, { properties?: Record<string, FieldBounds> }>;
  };
  const numbers = Object.entries(schemas['WebhookSettings']?.properties ?? {}).flatMap(
    ([name, { maximum }]) => (maximum === undefined ? [] : [[name, maximum] as const]),
  );
  expect(numbers.map(([name]) => name)).toEqual(['stale_after', 'max_rate', 'max_backlog']);
  await webhooks.create({ settings: Object.fromEntries(numbers) });
  const webhook = { name: 'too high', project_id: 'p1', plugin_info: { plugin_id: 'direct' } };
  for (const [name, maximum] of numbers) {
    const settings = { [name]: maximum + 1 };
    expect(
      await webhooks.call('POST', '/monitoring/v1/webhooks', { body: { ...webhook, settings } }),
    ).toMatchObject({ status: 400, body: { errors: [{ field: `settings.${name}` }] } });
  }
});

describe('a webhook at its limit', () => {
  it('max_backlog: 503 beyond it, counted in its health, without an effect on other webhooks', async () => {
    const plugin_info = { plugin_id: 'direct' };
    const limited = await webhooks.create({ plugin_info, settings: { max_backlog: 5 } });
    const unlimited = await webhooks.create({ plugin_info });
    expect(await postMany(limited, 20)).toEqual({ 202: 5, 503: 15 });
    expect(await postMany(unlimited, 20)).toEqual({ 202: 20 });
    await vi.waitFor(
      async () =>
        expect(await health(limited)).toMatchObject({
          last_received_at: expect.any(String),
          received_count: 5,
          failed_count: 0,
          refused_count: 15,
          backlog: 5,
          last_error: 'refused: 5 deliveries wait already (settings.max_backlog)',
        }),
      10_000,
    );
    const { lag_ms } = await health(limited);
    expect(lag_ms).toBeGreaterThan(0);
    expect(lag_ms).toBeLessThan(20_000);
    expect(await health(unlimited)).toMatchObject({ refused_count: 0, backlog: 20, last_error: null });
  });

  it('max_rate: 503 beyond it, and 202 again soon after the limit is removed', async () => {
    const webhook = await webhooks.create({
      plugin_info: { plugin_id: 'direct' },
      settings: { max_rate: 2 },
    });
    const startedAt = performance.now();
    const counts = await postMany(webhook, 20);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(counts[202]).toBeGreaterThanOrEqual(2);
    expect(counts[202]).toBeLessThanOrEqual(4 + 2 * seconds);
    expect((counts[202] ?? 0) + (counts[503] ?? 0)).toBe(20);

    await webhooks.call('PUT', webhookPath(webhook), { body: { settings: { max_rate: -1 } } });
    const expectAccepted = () => expect.poll(async () => (await post(webhook)).status).toBe(202);
    expect(await timed(expectAccepted)).toBeLessThan(2_000);
    expect(await postMany(webhook, 20)).toEqual({ 202: 20 });
  });

  it('can be searched for by its health', async () => {
    const query = {
      filter: [
        { k: 'health.refused_count', v: 0, o: 'gt' },
        { k: 'health.lag_ms', v: 0, o: 'gte' },
      ],
    };
    await vi.waitFor(async () => {
      const { status, body } = await webhooks.call<{ total_count: number }>(
        'POST',
        '/monitoring/v1/webhooks/search',
        { body: { query } },
      );
      expect([status, body.total_count]).toEqual([200, 2]);
    }, 10_000);
  });
});
