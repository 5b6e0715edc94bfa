import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebhookApi, type Webhook, type WebhookApi } from './webhooks-under-test.js';

let api: WebhookApi;
beforeAll(async () => {
  api = await startWebhookApi();
});
afterAll(() => api.api.close());

const addressPath = ({ webhook_url }: Webhook) => new URL(webhook_url).pathname;
const createWebhook = (plugin_id: string, more: object = {}) =>
  api.create({ plugin_info: { plugin_id }, ...more });

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.call<Record<string, unknown>>('POST', path, { body, key: null, headers });

/** The pending deliveries of the webhook, as its health counts them. */
const readBacklog = async ({ webhook_id }: Webhook) =>
  ((await api.call('GET', `/monitoring/v1/webhook/${webhook_id}`)).body['health'] as { backlog: number })
    .backlog;

describe('OPTIONS of the address of a webhook', () => {
  const sendOptions = (path: string, headers: Record<string, string> = {}) =>
    api.call('OPTIONS', path, { key: null, headers });

  it.each(['cloudevents', 'azure-monitor', 'auto'])(
    'allows the requested origin at the rate limit of the webhook (%s)',
    async (plugin_id) => {
      const webhook = await createWebhook(plugin_id, { settings: { max_rate: 2 } });
      const asked = { 'webhook-request-origin': 'eventgrid.azure.net', 'webhook-request-rate': '1000' };
      for (const path of [addressPath(webhook), `${addressPath(webhook)}/below`]) {
        const { status, headers } = await sendOptions(path, asked);
        expect([
          status,
          headers['webhook-allowed-origin'],
          headers['webhook-allowed-rate'],
          headers['allow'],
        ]).toEqual([200, 'eventgrid.azure.net', '120', 'POST, OPTIONS']);
      }
    },
  );

  it('allows any rate if max_rate is not set', async () => {
    const { headers } = await sendOptions(addressPath(await createWebhook('cloudevents')), {
      'webhook-request-origin': 'example.com',
    });
    expect(headers['webhook-allowed-rate']).toBe('*');
  });

  it('allows no origin if none or an invalid one is requested, or the plugin has no handshake', async () => {
    const path = addressPath(await createWebhook('cloudevents'));
    const requests: Record<string, string>[] = [
      { accept: '*/*' },
      { 'webhook-request-origin': 'a b' },
      { 'webhook-request-origin': 'x/y' },
    ];
    for (const asked of requests) {
      const { status, headers } = await sendOptions(path, asked);
      expect([status, headers['webhook-allowed-origin'], headers['allow']]).toEqual([
        200,
        undefined,
        'POST, OPTIONS',
      ]);
    }
    const other = await sendOptions(addressPath(await createWebhook('direct')), {
      'webhook-request-origin': 'example.com',
    });
    expect(other.headers['webhook-allowed-origin']).toBeUndefined();
  });

  it('answers 404 to a wrong access key', async () => {
    const path = addressPath(await createWebhook('cloudevents'));
    const wrong = path.replace(/\/[^/]+\/events$/, `/${'x'.repeat(32)}/events`);
    expect(await sendOptions(wrong, { 'webhook-request-origin': 'example.com' })).toMatchObject({
      status: 404,
    });
  });
});

describe('the validation of Event Grid', () => {
  const event = [
    {
      id: '2d1781af',
      topic: '/subscriptions/x',
      subject: '',
      eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
      eventTime: '2026-01-25T22:12:19.4556811Z',
      data: { validationCode: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6', validationUrl: 'https://x.example' },
    },
  ];

  it.each(['azure-monitor', 'auto'])('is answered with its code (%s)', async (plugin_id) => {
    const webhook = await createWebhook(plugin_id);
    expect(
      await post(addressPath(webhook), JSON.stringify(event), { 'aeg-event-type': 'SubscriptionValidation' }),
    ).toMatchObject({ status: 200, body: { validationResponse: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6' } });
    expect(await readBacklog(webhook)).toBe(1);
  });

  it('is accepted as a delivery if it has no valid code', async () => {
    const path = addressPath(await createWebhook('azure-monitor'));
    for (const data of [{}, { validationCode: { a: 1 } }, null])
      expect(await post(path, JSON.stringify([{ ...event[0], data }]))).toMatchObject({
        status: 202,
        body: { status: 'ACCEPTED' },
      });
  });
});

describe('a sender with special requirements', () => {
  it.each(['statusgator', 'auto'])('gets 200 if it accepts no other status (%s)', async (plugin_id) => {
    const path = addressPath(await createWebhook(plugin_id));
    const change = {
      monitor: { id: 'm1', display_name: 'Mail' },
      board: { id: 'b1' },
      status: 'down',
      previous_status: 'up',
      recorded_at: '2025-03-04T10:15:00Z',
    };
    const response = await post(path, change);
    expect(response).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
    expect(response.body['delivery_id']).toMatch(/^delivery_/);
  });

  it('may post a multipart form that holds JSON in its one field', async () => {
    const webhook = await createWebhook('uptime-kuma');
    const part =
      'Content-Disposition: form-data; name="data"\r\n\r\n{"heartbeat":{"status":0},"monitor":{"id":3}}';
    const response = await post(addressPath(webhook), `--b0\r\n${part}\r\n--b0--\r\n`, {
      'content-type': 'multipart/form-data; boundary=b0',
    });
    expect(response).toMatchObject({ status: 202, body: { status: 'ACCEPTED' } });
    expect(await readBacklog(webhook)).toBe(1);
  });
});

describe('a message for a chat', () => {
  const sendMessage = async (path: string, message: object) => {
    const response = await fetch(`${api.api.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    return [response.status, response.headers.get('content-type'), await response.text()];
  };

  it.each(['chat', 'auto'])('gets the response of its chat: text, JSON or none (%s)', async (plugin_id) => {
    const webhook = await createWebhook(plugin_id);
    const path = addressPath(webhook);
    const attachments = [{ color: 'danger', title: 'Disk full', text: '' }];
    expect(await sendMessage(path, { channel: '#x', attachments })).toEqual([
      200,
      'text/plain; charset=utf-8',
      'ok',
    ]);
    expect(await sendMessage(path, { embeds: [{ title: 'Disk full', color: 1 }] })).toEqual([204, null, '']);
    expect(await sendMessage(`${path}/bot1:a/sendMessage`, { chat_id: '7', text: 'Disk full' })).toEqual([
      200,
      'application/json; charset=utf-8',
      expect.stringContaining('"ok":true'),
    ]);
    expect(await readBacklog(webhook)).toBe(3);
  });
});

describe('emulation of PagerDuty and Opsgenie', () => {
  it.each(['pagerduty', 'auto'])('answers like PagerDuty (%s)', async (plugin_id) => {
    const path = addressPath(await createWebhook(plugin_id));
    const event = { routing_key: 'r', event_action: 'trigger', payload: { summary: 's', source: 'h' } };
    expect(await post(`${path}/v2/enqueue`, event)).toMatchObject({
      status: 202,
      body: { status: 'success', message: 'Event processed', dedup_key: 'h/s' },
    });
    expect(await post(`${path}/v2/enqueue`, { ...event, dedup_key: 'k' })).toMatchObject({
      body: { dedup_key: 'k' },
    });
    const change = { routing_key: 'r', payload: { summary: 'deployed' } };
    expect(await post(`${path}/v2/change/enqueue`, change)).toMatchObject({
      status: 202,
      body: { status: 'success', message: 'Change event processed' },
    });
  });

  it.each(['opsgenie', 'auto'])(
    'answers like Opsgenie, also to a close without a body (%s)',
    async (plugin_id) => {
      const webhook = await createWebhook(plugin_id);
      const path = addressPath(webhook);
      const accepted = { status: 202, body: { result: 'Request will be processed', took: 0.001 } };
      expect(await post(`${path}/v2/alerts`, { message: 'full', alias: 'disk' })).toMatchObject(accepted);
      const closed = await post(`${path}/v2/alerts/disk/close?identifierType=alias`, undefined);
      expect(closed).toMatchObject(accepted);
      expect(closed.body['requestId']).toMatch(/^delivery_/);
      expect(await readBacklog(webhook)).toBe(2);
      // The requests of an Alertmanager with `update_alerts`, and of a clean-up.
      const changed = await api.call('PUT', `${path}/v2/alerts/disk/message?identifierType=alias`, {
        body: { message: 'fuller' },
        key: null,
      });
      const deleted = await api.call('DELETE', `${path}/v2/alerts/disk?identifierType=alias`, { key: null });
      for (const one of [changed, deleted]) expect(one).toMatchObject(accepted);
      expect(await readBacklog(webhook)).toBe(4);
      for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
        expect(await api.call(method, path, { body: {}, key: null })).toMatchObject({ status: 405 });
    },
  );

  it('keeps an encoded slash apart from those of the path', async () => {
    const webhook = await createWebhook('opsgenie');
    const path = addressPath(webhook);
    // An empty body is accepted only at the path of an alert.
    expect(await post(`${path}/v2/alerts/db1%2Fdisk/close`, undefined)).toMatchObject({ status: 202 });
    expect(await post(`${path}/v2%2Falerts/a/close`, undefined)).toMatchObject({ status: 400 });
  });

  it.each(['goalert', 'auto'])(
    'takes the query for the body that a request does not have: %s',
    async (plugin_id) => {
      const webhook = await createWebhook(plugin_id);
      const path = addressPath(webhook);
      expect(await post(`${path}?summary=Disk%20full&dedup=disk`, undefined)).toMatchObject({ status: 204 });
      expect(await readBacklog(webhook)).toBe(1);
      expect(await post(path, undefined)).toMatchObject({ status: 400 });
    },
  );

  it('rejects an empty body at other paths', async () => {
    for (const plugin_id of ['opsgenie', 'auto', 'direct']) {
      const path = addressPath(await createWebhook(plugin_id));
      expect(await post(path, undefined)).toMatchObject({ status: 400 });
      expect(await post(`${path}/v2/alerts`, undefined)).toMatchObject({ status: 400 });
    }
  });
});
