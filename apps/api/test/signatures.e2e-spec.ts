import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { timed } from '#test/slowness.js';
import {
  webhookPath,
  matchProblem,
  startWebhookApi,
  type Webhook,
  type WebhookApi,
} from './webhooks-under-test.js';

interface Health {
  readonly failed_count: number;
  readonly backlog: number;
  readonly last_error: string | null;
}

const secret = 'the secret of this test';
const standardSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const body = JSON.stringify({ event_key: 'k', event_type: 'ALERT', title: 't' });
const hex = (key: string, text: string | Buffer) => createHmac('sha256', key).update(text).digest('hex');

let api: WebhookApi;
beforeAll(async () => {
  api = await startWebhookApi();
});
afterAll(() => api.api.close());

const signedWebhook = (signature: object) =>
  api.create({ plugin_info: { plugin_id: 'direct' }, settings: { signature } });
const post = ({ webhook_url }: Webhook, headers: Record<string, string>, sent: string | Buffer = body) =>
  api.call('POST', new URL(webhook_url).pathname, { body: sent, key: null, headers });
const readHealth = async (webhook: Webhook) =>
  (await api.call('GET', webhookPath(webhook))).body['health'] as Health;

describe('a webhook that expects a signature', () => {
  it('accepts signed deliveries, and rejects and counts others without storing them', async () => {
    const webhook = await signedWebhook({ scheme: 'GITHUB', secrets: [secret] });
    const right = { 'x-hub-signature-256': `sha256=${hex(secret, body)}` };
    expect(await post(webhook, right)).toMatchObject({ status: 202 });
    const wrong = await post(webhook, { 'x-hub-signature-256': `sha256=${hex('another', body)}` });
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'ERROR_AUTHENTICATE_FAILURE', detail: 'The signature does not match' },
    });
    expect(wrong.headers['www-authenticate']).toBeDefined();
    expect(await post(webhook, {})).toMatchObject({ status: 401 });
    // An unreadable body without a valid signature is not kept either.
    expect(await post(webhook, {}, 'nonsense')).toMatchObject({ status: 401 });
    await expect
      .poll(() => readHealth(webhook))
      .toMatchObject({
        failed_count: 3,
        backlog: 1,
        last_error: 'a delivery was refused: The signature is missing: header x-hub-signature-256',
      });
    const quarantined = await api.call<{ total_count: number }>(
      'GET',
      `/monitoring/v1/quarantine?webhook_id=${webhook.webhook_id}`,
    );
    expect([404, 0]).toContain(quarantined.status === 404 ? 404 : quarantined.body.total_count);
  });

  it('verifies the signature of the bytes as they were received', async () => {
    const webhook = await signedWebhook({ scheme: 'SENTRY', secrets: [secret] });
    const oddBody = `\n {"event_key" : "k\\u00fc",\t"event_type":"ALERT","title":"ü","n":1.0}\r\n`;
    expect(await post(webhook, { 'sentry-hook-signature': hex(secret, oddBody) }, oddBody)).toMatchObject({
      status: 202,
    });
    const again = JSON.stringify(JSON.parse(oddBody));
    expect(await post(webhook, { 'sentry-hook-signature': hex(secret, oddBody) }, again)).toMatchObject({
      status: 401,
    });
  });

  it('takes a compressed body signed before or after it was compressed', async () => {
    const webhook = await signedWebhook({ scheme: 'GITHUB', secrets: [secret] });
    const zipped = gzipSync(body);
    const send = (signed: string | Buffer) =>
      post(
        webhook,
        { 'content-encoding': 'gzip', 'x-hub-signature-256': `sha256=${hex(secret, signed)}` },
        zipped,
      );
    expect(await send(body)).toMatchObject({ status: 202 });
    expect(await send(zipped)).toMatchObject({ status: 202 });
    expect(await send('another body')).toMatchObject({ status: 401 });
    expect(
      await post(webhook, { 'content-encoding': 'gzip', 'x-hub-signature-256': 'sha256=00' }, 'no gzip'),
    ).toMatchObject({ status: 400 });
  });

  it('rejects a Standard Webhooks signature with an old timestamp', async () => {
    const webhook = await signedWebhook({ scheme: 'STANDARD_WEBHOOKS', secrets: [standardSecret] });
    const signAt = (time: Date) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
      'webhook-signature': new StandardWebhook(standardSecret).sign('msg_1', time, body),
    });
    expect(await post(webhook, signAt(new Date()))).toMatchObject({ status: 202 });
    expect(await post(webhook, signAt(new Date(Date.now() - 3_600_000)))).toMatchObject({ status: 401 });
  });

  it('changes its secret without losing a delivery', async () => {
    const webhook = await signedWebhook({ scheme: 'PAGERDUTY', secrets: [secret] });
    const signedBy = (key: string) => ({ 'x-pagerduty-signature': `v1=${hex(key, body)}` });
    const set = async (secrets: string[]) => {
      const settings = { signature: { scheme: 'PAGERDUTY', secrets } };
      const { body: changed } = await api.call('PUT', webhookPath(webhook), { body: { settings } });
      return (changed['settings'] as { signature: { secrets: string[] } }).signature.secrets;
    };
    expect(await set(['***', 'the next secret'])).toEqual(['***', '***']);
    for (const key of [secret, 'the next secret'])
      expect(await post(webhook, signedBy(key))).toMatchObject({ status: 202 });
    expect(await set(['the next secret'])).toEqual(['***']);
    const expectRejected = () =>
      expect.poll(() => post(webhook, signedBy(secret))).toMatchObject({ status: 401 });
    expect(await timed(expectRejected)).toBeLessThan(2_000);
    expect(await post(webhook, signedBy('the next secret'))).toMatchObject({ status: 202 });
  });

  it('shows no secret, and stores none in the clear', async () => {
    const webhook = await signedWebhook({ scheme: 'GRAFANA', secrets: [secret], header: 'X-Mine' });
    expect(webhook['settings']).toMatchObject({
      signature: { scheme: 'GRAFANA', secrets: ['***'], header: 'x-mine', required: true, tolerance: 300 },
    });
    const listed = await api.call('GET', '/monitoring/v1/webhooks');
    expect(JSON.stringify(listed.body)).not.toContain(secret);
    const rows = await sql(api.api.databaseUrl, 'select * from webhook');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const bytes = rows.flatMap((row) => Object.values(row).filter((value) => Buffer.isBuffer(value)));
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.filter((value) => value.includes(secret))).toEqual([]);
  });

  it('is rejected with 400 and the name of the field if a setting is invalid', async () => {
    const createSigned = (signature: object) =>
      api.call('POST', '/monitoring/v1/webhooks', {
        body: { name: 'x', project_id: 'p1', plugin_info: { plugin_id: 'direct' }, settings: { signature } },
      });
    expect(await createSigned({ scheme: 'GITHUB' })).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_PARAMETER', 'settings.signature.secrets'),
    );
    expect(await createSigned({ scheme: 'MD5' })).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_PARAMETER', 'settings.signature.scheme'),
    );
    expect(await createSigned({ scheme: 'GITHUB', secrets: ['x'.repeat(9)], colour: 'red' })).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_PARAMETER', 'settings.signature.colour'),
    );
  });
});
