import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import {
  webhookPath,
  matchProblem,
  startWebhookApi,
  type Method,
  type Webhook,
  type WebhookApi,
} from './webhooks-under-test.js';

let subject: WebhookApi;

beforeAll(async () => {
  subject = await startWebhookApi();
});
afterAll(() => subject.api.close());

const addressPath = (webhook: Webhook) => new URL(webhook.webhook_url).pathname;
const call = (method: Method, path: string, options: Parameters<WebhookApi['call']>[2] = {}) =>
  subject.api.call<Record<string, unknown>>(method, path, { key: null, ...options });

async function createWithHeartbeat(changes: object = {}): Promise<Webhook> {
  const webhook = await subject.create(changes);
  const body = { expect_every: '5m' };
  expect((await subject.call('PUT', `${webhookPath(webhook)}/heartbeat/backup`, { body })).status).toBe(200);
  return webhook;
}

const readBacklog = async ({ webhook_id }: Webhook) => {
  const { body } = await subject.call<{ health: { backlog: number } }>('GET', webhookPath({ webhook_id }));
  return body.health.backlog;
};

/** Whether the newest segment of the delivery log contains this text. */
async function isInDeliveryLog(text: string): Promise<boolean | undefined> {
  const [row] = await sql<{ found: boolean }>(
    subject.api.databaseUrl,
    `select position($1::bytea in payload) > 0 as found from delivery_segment order by seq desc limit 1`,
    [Buffer.from(text)],
  );
  return row?.found;
}

describe('a ping', () => {
  it.each(['GET', 'POST', 'PUT'] as const)('by %s is accepted without a body', async (method) => {
    const webhook = await createWithHeartbeat();
    const response = await call(method, `${addressPath(webhook)}/heartbeat/backup`);
    expect(response).toMatchObject({
      status: 202,
      body: {
        delivery_id: expect.stringMatching(/^delivery_/),
        received_at: expect.any(String),
        status: 'ACCEPTED',
      },
    });
    expect(await readBacklog(webhook)).toBe(1);
  });

  it.each(['start', 'fail', 'log', '0', '7', '255', 'fail/'])(
    'may end in /%s, as at Healthchecks, with any method',
    async (signal) => {
      const webhook = await createWithHeartbeat();
      const url = `${subject.api.url}${addressPath(webhook)}/heartbeat/backup/${signal}?rid=r-1`;
      for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
        const response = await fetch(url, { method });
        expect([method, response.status, await response.text()]).toEqual([
          method,
          200,
          method === 'HEAD' ? '' : 'OK',
        ]);
      }
      expect(await readBacklog(webhook)).toBe(4);
    },
  );

  it('that reports a failure keeps the output, but not the access key', async () => {
    const webhook = await createWithHeartbeat();
    const path = addressPath(webhook);
    const body = `+ curl ${webhook.webhook_url}\nunmistakable`;
    expect(
      (await fetch(`${subject.api.url}${path}/heartbeat/backup/fail`, { method: 'POST', body })).status,
    ).toBe(200);
    expect(await isInDeliveryLog('unmistakable')).toBe(true);
    expect(await isInDeliveryLog(path.split('/').at(-2) ?? '')).toBe(false);
  });

  it('at /fail is one of a heartbeat of that name, if no name is before it', async () => {
    const webhook = await createWithHeartbeat();
    expect((await call('GET', `${addressPath(webhook)}/heartbeat/fail`)).status).toBe(404);
    for (const signal of ['fail', '7'])
      expect((await call('GET', `${addressPath(webhook)}/heartbeat/unknown/${signal}`)).status).toBe(404);
    expect((await call('GET', `${addressPath(webhook)}/heartbeat/backup/256`)).status).toBeGreaterThanOrEqual(
      400,
    );
    expect(await readBacklog(webhook)).toBe(0);
  });

  it.each(['heartbeat/backup/', 'v2/heartbeats/backup/ping/'])(
    'at %s is a ping despite the trailing slash',
    async (path) => {
      const webhook = await createWithHeartbeat();
      const body = '{"event_key":"unmistakable","title":"none"}';
      expect((await call('POST', `${addressPath(webhook)}/${path}`, { body })).status).toBe(202);
      expect(await isInDeliveryLog('unmistakable')).toBe(false);
    },
  );

  it('may have any body, which is not kept', async () => {
    const webhook = await createWithHeartbeat();
    const headers = { 'content-type': 'text/plain', 'user-agent': 'unmistakable' };
    const response = await call('POST', `${addressPath(webhook)}/heartbeat/backup?q=unmistakable`, {
      body: 'unmistakable { no JSON',
      headers,
    });
    expect(response.status).toBe(202);
    expect(await isInDeliveryLog('unmistakable')).toBe(false);
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH'] as const)(
    'by %s at the path of Opsgenie gets the response of Opsgenie',
    async (method) => {
      const webhook = await createWithHeartbeat();
      const response = await call(method, `${addressPath(webhook)}/v2/heartbeats/backup/ping`);
      expect(response).toMatchObject({
        status: 202,
        body: { result: 'PONG - Heartbeat received', requestId: expect.stringMatching(/^delivery_/) },
      });
      expect(await readBacklog(webhook)).toBe(1);
      const unknown = await call(method, `${addressPath(webhook)}/v2/heartbeats/other/ping`);
      expect(unknown).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    },
  );

  it('with an unknown name gets 404 until the heartbeat is created', async () => {
    const webhook = await createWithHeartbeat();
    const path = `${addressPath(webhook)}/heartbeat/later`;
    for (let n = 0; n < 2; n += 1)
      expect(await call('GET', path)).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    await subject.call('PUT', `${webhookPath(webhook)}/heartbeat/later`, { body: { expect_every: '5m' } });
    expect((await call('GET', path)).status).toBe(202);
    await subject.call('DELETE', `${webhookPath(webhook)}/heartbeat/later`);
    expect(await call('GET', path)).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    expect(await readBacklog(webhook)).toBe(1);
  });

  it('with an unknown name is accepted if the setting `heartbeats` is AUTO', async () => {
    const webhook = await subject.create({ settings: { heartbeats: 'AUTO' } });
    expect((await call('GET', `${addressPath(webhook)}/heartbeat/first`)).status).toBe(202);
  });

  it.each(['a%20b', 'a'.repeat(65), '*'])('with the invalid name %s gets 400', async (name) => {
    const webhook = await subject.create({ settings: { heartbeats: 'AUTO' } });
    const response = await call('GET', `${addressPath(webhook)}/heartbeat/${name}`);
    expect(response).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'name'));
  });

  it('with a wrong access key gets the same 404 as a delivery', async () => {
    const webhook = await createWithHeartbeat();
    const { webhook_id } = webhook;
    const wrong = (id: string, end: string) =>
      call('GET', `/monitoring/v1/webhook/${id}/${'x'.repeat(32)}/events/${end}`);
    const delivery = await call('POST', `/monitoring/v1/webhook/${webhook_id}/${'x'.repeat(32)}/events`);
    expect(delivery).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    for (const end of ['heartbeat/backup', 'heartbeat/unknown', 'heartbeat/*', 'v2/heartbeats/backup/ping'])
      expect({ ...(await wrong(webhook_id, end)).body, instance: '' }).toEqual({
        ...delivery.body,
        instance: '',
      });
  });

  it('at a disabled webhook is 403', async () => {
    const webhook = await createWithHeartbeat();
    await subject.call('PUT', `${webhookPath(webhook)}/disable`, { body: {} });
    const response = await call('GET', `${addressPath(webhook)}/heartbeat/backup`);
    expect(response).toMatchObject(matchProblem(403, 'ERROR_WEBHOOK_DISABLED'));
  });

  it('at a webhook whose deliveries are signed must be signed', async () => {
    const signature = { scheme: 'GITHUB', secrets: ['a secret of eight'] };
    const webhook = await createWithHeartbeat({ settings: { signature } });
    const response = await call('GET', `${addressPath(webhook)}/heartbeat/backup`);
    expect(response).toMatchObject(matchProblem(401, 'ERROR_AUTHENTICATE_FAILURE'));
  });
});

it('the header :heartbeat of a sender is not stored', async () => {
  const webhook = await createWithHeartbeat();
  const headers = { ':heartbeat': 'missing backup', 'content-type': 'application/json' };
  const response = await call('POST', addressPath(webhook), { body: '{"a":1}', headers });
  expect(response.status).toBe(202);
  const [row] = await sql<{ found: boolean }>(
    subject.api.databaseUrl,
    `select position('missing backup'::bytea in payload) > 0 as found from delivery_segment order by seq desc limit 1`,
  );
  expect(row?.found).toBe(false);
});
