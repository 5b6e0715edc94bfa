import { afterAll, beforeAll, expect, it } from 'vitest';
import { MetricsServer } from '#shared/platform/telemetry/metrics-server.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const scrape = () => fetch(`http://127.0.0.1:${api.app.get(MetricsServer).port}/metrics`);

it('metrics count accepted and rejected deliveries and responses, by route and not by URL', async () => {
  const { body: webhook } = await api.call('POST', '/monitoring/v1/webhooks', {
    body: { name: 'm', project_id: 'p1', domain_id: 'd1', plugin_info: { plugin_id: 'direct', options: {} } },
  });
  const path = new URL(String(webhook.webhook_url)).pathname;
  const post = (to: string, body: unknown = { title: 'x', event_key: 'k' }) =>
    fetch(api.url + to, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
  expect((await post(path)).status).toBe(202);
  expect((await post(path)).status).toBe(202);
  expect((await post(path, '\u0000')).status).toBe(400);
  const wrong = path.replace(/\/[^/]+\/events$/, `/${'A'.repeat(32)}/events`);
  expect((await post(wrong)).status).toBe(404);

  const response = await scrape();
  expect(response.headers.get('content-type')).toContain('version=0.0.4');
  const text = await response.text();
  const route = '/monitoring/v1/webhook/:webhook_id/:access_key/events';
  for (const line of [
    'tocsin_deliveries_accepted_total 2',
    'tocsin_deliveries_refused_total{reason="invalid_parameter"} 1',
    'tocsin_deliveries_refused_total{reason="not_found"} 1',
    `tocsin_webhook_refused_total{webhook_id="${String(webhook.webhook_id)}",status="404"} 1`,
    `tocsin_http_requests_total{method="POST",route="${route}",status="202"} 2`,
    `tocsin_http_requests_total{method="POST",route="${route}",status="404"} 1`,
    'tocsin_http_requests_total{method="POST",route="/monitoring/v1/webhooks",status="201"} 1',
    `tocsin_http_request_duration_seconds_count{method="POST",route="${route}"} 4`,
    'tocsin_flush_duration_seconds_count 2',
    'tocsin_segment_deliveries_bucket{le="1"} 2',
    'tocsin_spool_active 0',
    'tocsin_pool_size{pool="management"} 5',
    'tocsin_queue_jobs{queue="deliveries",state="active"} 0',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  for (const secret of [...path.split('/').slice(-2, -1), 'AAAAAAAA']) expect(text).not.toContain(secret);
});

it('the port for metrics answers only GET /metrics', async () => {
  const { port } = api.app.get(MetricsServer);
  expect((await fetch(`http://127.0.0.1:${port}/monitoring/v1/webhooks`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
});
