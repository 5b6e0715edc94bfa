import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, createWebhook } from '../client.js';
import { startService, type Service } from '../service.js';
import { sql } from '../sql.js';
import { Neighbour } from './neighbour.js';

const MEGABYTE = 1024 * 1024;
const SENDERS = 8;
const SECONDS = 3;

let service: Service;
beforeEach(async () => {
  service = await startService({ INGEST_WEBHOOK_BYTES: String(MEGABYTE) });
}, 120_000);
afterEach(() => service.stop());

const sizeOf = async () => {
  const [row] = await sql<{ size: string }>(
    service.databaseUrl,
    'select pg_database_size(current_database()) as size',
  );
  return Number(row?.size);
};

it('a flood on one URL is limited to the budget of its webhook and does not slow down others', async () => {
  const { url } = service.api;
  const webhook = await createWebhook(url, 'direct', 'hostile');
  const neighbour = await Neighbour.start(url, service.databaseUrl);
  const before = await sizeOf();
  const body = { event_key: 'k', title: 't', more: 'x'.repeat(100_000) };
  const answers: number[] = [];
  const waits = new Set<string | null>();
  const until = performance.now() + SECONDS * 1_000;
  const flood = async () => {
    while (performance.now() < until) {
      const { status, headers } = await call('POST', url + webhook.path, body, {});
      answers.push(status);
      if (status === 503) waits.add(headers.get('retry-after'));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, flood));
  const bytes = answers.filter((status) => status === 202).length * 100_000;
  // A burst of two minutes' budget, then a minute's budget per minute, plus the requests in flight when it was used up.
  expect(bytes).toBeGreaterThan(1.9 * MEGABYTE);
  expect(bytes).toBeLessThan(2 * MEGABYTE + (MEGABYTE * 2 * SECONDS) / 60 + SENDERS * 100_000);
  const refused = answers.filter((status) => status === 503).length;
  expect(refused).toBeGreaterThan(100);
  expect(answers.length).toBe(refused + bytes / 100_000);
  for (const wait of waits) expect(Number(wait)).toBeGreaterThanOrEqual(5);

  const noticed = await neighbour.stop();
  expect([noticed.refused, noticed.leaks]).toEqual([[], []]);
  expect(noticed.posted).toBeGreaterThan(5);
  expect(noticed.longest).toBeLessThan(1_000);
  expect(noticed.late).toBeLessThan(5);
  expect((await sizeOf()) - before).toBeLessThan(40 * MEGABYTE);

  // Another webhook of the same domain has a budget of its own.
  const other = await createWebhook(url, 'direct', 'hostile');
  expect((await call('POST', url + other.path, body, {})).status).toBe(202);
  const metrics = await (await fetch(`${service.api.metricsUrl}/metrics`)).text();
  expect(metrics).toContain(`tocsin_deliveries_refused_total{reason="budget"} ${refused}`);
  await expect
    .poll(() => service.api.logs())
    .toContain(`webhook ${webhook.webhook_id} has used 80 % of its budget of bytes`);
  expect(service.api.logs().split('budget of bytes').length).toBeLessThan(10);
});
