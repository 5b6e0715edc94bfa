import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startService, type Service } from './service.js';

interface Delivery {
  readonly delivery_id: string;
  readonly status: string;
  readonly received_at: string;
  readonly outcomes: readonly {
    readonly outcome: string;
    readonly event_id: string;
    readonly reason: string;
  }[];
}

interface Webhook {
  readonly health: {
    readonly failed_count: number;
    readonly fallback_count: number;
    readonly last_fallback: { readonly at: string; readonly reason: string } | null;
  };
}

let service: Service;
let webhook: CreatedWebhook;

beforeAll(async () => {
  service = await startService();
  webhook = await createWebhook(service.api.url, 'pingdom');
});
afterAll(() => service?.stop());

const post = async (body: unknown, path = webhook.path) =>
  (await call<Delivery>('POST', service.api.url + path, body, { prefer: 'wait=10' })).body;
const get = async <T>(path: string) =>
  (await call<T>('GET', `${service.api.url}/monitoring/v1/${path}domain_id=demo`)).body;
const healthOf = async ({ webhook_id }: CreatedWebhook) =>
  (await get<Webhook>(`webhook/${webhook_id}?`)).health;

const disk = { title: 'Disk full', status: 'firing', host: 'db-1' };

describe('a delivery that the plugin of its webhook cannot parse', () => {
  it('becomes an event parsed by auto; event and webhook health report the fallback', async () => {
    expect(await healthOf(webhook)).toMatchObject({ fallback_count: 0, last_fallback: null });
    const { status, received_at, outcomes } = await post(disk);
    expect([status, outcomes.map(({ outcome }) => outcome)]).toEqual(['PROCESSED', ['CREATED']]);
    const event = await get<object>(`event/${outcomes[0]?.event_id}?`);
    const reason = expect.stringContaining('Pingdom') as string;
    expect(event).toMatchObject({
      title: 'Disk full',
      event_type: 'ALERT',
      raw_data: disk,
      additional_info: { fallback: { plugin_id: 'pingdom', version: '1.1.0', reason } },
    });
    expect(await healthOf(webhook)).toMatchObject({
      failed_count: 0,
      fallback_count: 1,
      last_fallback: { at: received_at, reason },
    });
  });

  it('resolves the alert that a similar delivery opened', async () => {
    const { outcomes } = await post({ ...disk, status: 'resolved' });
    const { alert_id } = await get<{ alert_id: string }>(`event/${outcomes[0]?.event_id}?`);
    expect(await get(`alert/${alert_id}?`)).toMatchObject({ state: 'RESOLVED', event_count: 2 });
  });

  it('is quarantined without a fallback if auto cannot parse it either', async () => {
    const other = await createWebhook(service.api.url, 'pingdom');
    const { status, outcomes } = await post({ hello: 'world' }, other.path);
    expect([status, outcomes]).toMatchObject([
      'QUARANTINED',
      [{ outcome: 'QUARANTINED', reason: expect.stringContaining('Pingdom') as string }],
    ]);
    expect(await healthOf(other)).toMatchObject({ failed_count: 1, fallback_count: 0, last_fallback: null });
  });

  it('is marked as a fallback in a preview', async () => {
    const { body } = await call<{ outcomes: object[] }>(
      'POST',
      `${service.api.url}/monitoring/v1/webhook/${webhook.webhook_id}/plugin/preview?domain_id=demo`,
      disk,
    );
    expect(body.outcomes).toMatchObject([
      { outcome: 'EVENT', event: { additional_info: { fallback: { plugin_id: 'pingdom' } } } },
    ]);
  });

  it('makes the verification of the plugin fail', async () => {
    const path = `webhook/${webhook.webhook_id}/plugin/verify`;
    const asked = await call('POST', `${service.api.url}/monitoring/v1/${path}`, {
      domain_id: 'demo',
    });
    expect([asked.status, asked.body]).toEqual([202, expect.anything()]);
    const found = await until(
      () => get<{ verification: { state: string; checks: object[] } }>(`webhook/${webhook.webhook_id}?`),
      ({ verification }) => verification.state !== 'PENDING',
    );
    expect(found.verification.state).toBe('FAILED');
    expect(found.verification.checks).toContainEqual({
      name: 'deliveries',
      ok: false,
      message: expect.stringMatching(/^0 of the last 2 deliveries parse/) as string,
    });
  });

  it('is found by a search for health.fallback_count and counted in the metrics', async () => {
    const query = { filter: [{ k: 'health.fallback_count', v: 0, o: 'gt' }], only: ['webhook_id'] };
    const { body } = await call('POST', `${service.api.url}/monitoring/v1/webhooks/search`, {
      domain_id: 'demo',
      query,
    });
    expect(body).toMatchObject({ results: [{ webhook_id: webhook.webhook_id }], total_count: 1 });
    const metrics = await (await fetch(`${service.worker.metricsUrl}/metrics`)).text();
    expect(metrics).toContain('tocsin_plugin_fallbacks_total{plugin="pingdom"} 2\n');
  });
});

it('a body in an envelope of another sender is parsed by the plugin of its own sender', async () => {
  const alert = { status: 'resolved', labels: { alertname: 'Disk' }, fingerprint: 'f1' };
  const message = { receiver: 'r', version: '4', groupKey: 'g', status: 'resolved', alerts: [alert] };
  const { path } = await createWebhook(service.api.url, 'aws-sns');
  const { outcomes } = await post(
    { Type: 'Notification', MessageId: 'm', TopicArn: 'arn:aws:sns:a:1:t', Message: JSON.stringify(message) },
    path,
  );
  expect(await get(`event/${outcomes[0]?.event_id}?`)).toMatchObject({
    event_key: 'f1',
    event_type: 'RECOVERY',
    additional_info: { read_by: { plugin_id: 'prometheus' } },
  });
});

describe('a plain-text alarm', () => {
  const waitForMessage = async (path: string, words: string) => {
    const { body } = await call<Delivery>('POST', service.api.url + path, words, {
      prefer: 'wait=10',
      'content-type': 'text/plain',
    });
    expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(['CREATED']);
    return get<{ title: string; alert_id: string }>(`event/${body.outcomes[0]?.event_id}?`);
  };

  it.each(['auto', 'pingdom'])(
    'opens an alert, which its recovery resolves, at a webhook of %s',
    async (plugin_id) => {
      const { path } = await createWebhook(service.api.url, plugin_id);
      const lines = (severity: string) =>
        `Severity: ${severity}\nHost: web-1\nPlugin: cpu\nType: cpu\n\nIdle is at 3.5.`;
      const began = await waitForMessage(path, lines('FAILURE'));
      const ended = await waitForMessage(path, lines('OKAY'));
      expect([began.title, ended.alert_id]).toEqual(['Idle is at 3.5.', began.alert_id]);
      expect(await get(`alert/${began.alert_id}?`)).toMatchObject({ state: 'RESOLVED', event_count: 2 });
    },
  );

  it('becomes an event even if curl declares it as a form', async () => {
    const { path } = await createWebhook(service.api.url, 'auto');
    const { status, body } = await call<Delivery>('POST', service.api.url + path, 'Disk full on db-1', {
      prefer: 'wait=10',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([status, body.outcomes]).toMatchObject([200, [{ outcome: 'CREATED' }]]);
    expect(await get(`event/${body.outcomes[0]?.event_id}?`)).toMatchObject({ title: 'Disk full on db-1' });
  });
});
