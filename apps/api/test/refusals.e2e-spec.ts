import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { MetricsServer } from '#shared/platform/telemetry/metrics-server.js';
import {
  webhookPath,
  startWebhookApi,
  type Method,
  type Webhook,
  type WebhookApi,
} from './webhooks-under-test.js';

interface Health {
  readonly received_count: number;
  readonly refused_count: number;
  readonly refused: readonly {
    readonly status: number;
    readonly count: number;
    readonly last_at: string;
    readonly last_reason: string;
  }[];
  readonly last_error: string | null;
}

const BODY_LIMIT = 10_000;

let api: WebhookApi;
beforeAll(async () => {
  api = await startWebhookApi({ BODY_LIMIT: String(BODY_LIMIT) });
});
afterAll(() => api.api.close());

const createDirect = () => api.create({ plugin_info: { plugin_id: 'direct' } });
const pathOf = ({ webhook_url }: Webhook) => new URL(webhook_url).pathname;
const send = (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(method, path, { body, key: null, headers });
const readHealth = async (webhook: Webhook) =>
  (await api.call('GET', webhookPath(webhook))).body['health'] as Health;

/** Waits until the webhook shows these refusals, and returns them. */
async function awaitRefused(webhook: Webhook, refused: Readonly<Record<number, number>>) {
  await expect
    .poll(async () =>
      Object.fromEntries((await readHealth(webhook)).refused.map(({ status, count }) => [status, count])),
    )
    .toEqual(refused);
  return readHealth(webhook);
}

describe('the health of a webhook whose deliveries are refused', () => {
  it('shows each status with number, last time and last reason', async () => {
    const webhook = await createDirect();
    const path = pathOf(webhook);
    const before = Date.now();
    expect((await send('POST', path, 'a\u0000b')).status).toBe(400);
    expect((await send('GET', path)).status).toBe(405);
    expect((await send('PATCH', path, {})).status).toBe(405);
    expect((await send('POST', path, { title: 'x'.repeat(BODY_LIMIT) })).status).toBe(413);
    const zipped = gzipSync(JSON.stringify({ title: 'x'.repeat(BODY_LIMIT) }));
    expect((await send('POST', path, zipped, { 'content-encoding': 'gzip' })).status).toBe(413);
    expect((await send('POST', path, {}, { 'content-encoding': 'zstd' })).status).toBe(415);
    expect((await send('POST', path.replace(/\/events$/, '/event'), {})).status).toBe(404);

    const health = await awaitRefused(webhook, { 400: 1, 404: 1, 405: 2, 413: 2, 415: 1 });
    expect(health).toMatchObject({ received_count: 0, refused_count: 7 });
    const reasons = Object.fromEntries(health.refused.map((each) => [each.status, each.last_reason]));
    expect(reasons).toMatchObject({
      400: expect.stringContaining('cannot be read'),
      404: 'There is nothing at this path',
      405: expect.stringMatching(/^(GET|PATCH): This path takes .*POST/),
      413: expect.stringContaining(`${BODY_LIMIT} bytes (BODY_LIMIT)`),
      415: expect.stringContaining('Content-Encoding'),
    });
    for (const { last_at } of health.refused) {
      expect(Date.parse(last_at)).toBeGreaterThan(before - 1_000);
      expect(Date.parse(last_at)).toBeLessThan(Date.now() + 1_000);
    }
    expect(health.last_error).toMatch(/^refused: /);
    expect(JSON.stringify(health)).not.toContain(webhook.access_key);

    const { port } = api.api.app.get(MetricsServer);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const { webhook_id } = webhook;
    expect(metrics).toContain(`tocsin_webhook_refused_total{webhook_id="${webhook_id}",status="413"} 2`);
    expect(metrics).not.toContain(webhook.access_key);
  });

  it('shows wrong keys, and that the webhook is disabled', async () => {
    const webhook = await createDirect();
    await send('POST', pathOf(webhook).replace(webhook.access_key, 'wrong'), {});
    await send('POST', pathOf(webhook).replace(webhook.access_key, 'wrong'), {});
    const afterWrongKey = await awaitRefused(webhook, { 404: 2 });
    expect(afterWrongKey.refused[0]?.last_reason).toBe('The access key is wrong');
    // Anybody can send a wrong key, so it does not hide an error of the webhook.
    expect(afterWrongKey.last_error).toBeNull();
    await api.call('PUT', `${webhookPath(webhook)}/disable`, { body: {} });
    await expect.poll(async () => (await send('POST', pathOf(webhook), {})).status).toBe(403);
    expect((await awaitRefused(webhook, { 403: 1, 404: 2 })).refused[0]?.last_reason).toBe(
      'This webhook is disabled',
    );
  });

  it('shows no error that somebody without the key causes, who knows only its id', async () => {
    const webhook = await createDirect();
    const attacks = [
      ['PATCH', webhookPath(webhook), 405],
      ['DELETE', `${webhookPath(webhook)}/x/events`, 405],
      ['GET', pathOf(webhook).replace(webhook.access_key, 'a'.repeat(32)), 405],
      ['POST', `${webhookPath(webhook)}/x/event`, 404],
      ['POST', `${webhookPath(webhook)}/x/y/events`, 404],
    ] as const;
    for (const [method, path, status] of attacks) expect((await send(method, path)).status).toBe(status);
    const { refused, last_error } = await awaitRefused(webhook, { 404: 3 });
    expect([refused[0]?.last_reason, last_error]).toEqual(['The access key is wrong', null]);
    // With the key of a disabled webhook, its sender is told what is wrong.
    await api.call('PUT', `${webhookPath(webhook)}/disable`, { body: {} });
    await send('PATCH', pathOf(webhook));
    expect((await awaitRefused(webhook, { 404: 3, 405: 1 })).last_error).toMatch(/^refused: PATCH: /);
  });

  it('shows wrong signatures', async () => {
    const settings = { signature: { scheme: 'GITHUB', secrets: ['the secret of this test'] } };
    const webhook = await api.create({ plugin_info: { plugin_id: 'direct' }, settings });
    expect((await send('POST', pathOf(webhook), {})).status).toBe(401);
    expect((await awaitRefused(webhook, { 401: 1 })).refused[0]?.last_reason).toContain(
      'signature is missing',
    );
  });

  it('shows pings of an unknown heartbeat', async () => {
    const webhook = await createDirect();
    expect((await send('GET', `${pathOf(webhook)}/heartbeat/backup`)).status).toBe(404);
    expect((await awaitRefused(webhook, { 404: 1 })).refused[0]?.last_reason).toContain('heartbeat');
  });

  it('can be searched for', async () => {
    const webhook = await createDirect();
    await send('GET', pathOf(webhook));
    await awaitRefused(webhook, { 405: 1 });
    const query = {
      filter: [{ k: 'health.refused_count', v: 0, o: 'gt' }],
      only: ['webhook_id', 'health.refused'],
    };
    const { status, body } = await api.call<{ results: { webhook_id: string }[] }>(
      'POST',
      '/monitoring/v1/webhooks/search',
      { body: { query } },
    );
    expect(status).toBe(200);
    expect(body.results.map(({ webhook_id }) => webhook_id)).toContain(webhook.webhook_id);
  });
});

it('a wrong key of a webhook gets the same response as an unknown webhook', async () => {
  const webhook = await createDirect();
  const unknown = pathOf(webhook).replace(webhook.webhook_id, newId('webhook'));
  const wrong = pathOf(webhook).replace(webhook.access_key, 'a'.repeat(32));
  for (const method of ['POST', 'GET', 'OPTIONS'] as const) {
    const [a, b] = [
      await send(method, wrong, method === 'POST' ? {} : undefined),
      await send(method, unknown),
    ];
    expect(a.status).toBe(b.status);
    expect({ ...a.body, instance: '' }).toEqual({ ...b.body, instance: '' });
    expect(Object.keys(a.headers).toSorted()).toEqual(Object.keys(b.headers).toSorted());
  }
});

it('wrong keys at one webhook change nothing for another one', async () => {
  const [attacked, other] = [await createDirect(), await createDirect()];
  const wrong = (n: number) => pathOf(attacked).replace(attacked.access_key, `wrong-${n}`);
  await Promise.all(Array.from({ length: 500 }, (_, n) => send('POST', wrong(n), {})));
  expect((await send('POST', pathOf(other), { event_key: 'k', title: 't' })).status).toBe(202);
  await awaitRefused(attacked, { 404: 500 });
  expect((await readHealth(other)).refused).toEqual([]);
});
