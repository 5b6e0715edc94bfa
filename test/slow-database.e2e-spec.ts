import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NetworkProxy } from './chaos/network-proxy.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { waitForWebhookSnapshot } from './wait-for-webhook-snapshot.js';
import { startApi, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

/** Milliseconds in each direction. The round trip exceeds the timeout of 250 ms. */
const DELAY_MS = 140;
const EVERY = 20;

let database: TestDatabase;
let folder: TestFolder;
let network: NetworkProxy;
let api: AppUnderTest;
let webhook: CreatedWebhook;

beforeEach(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), createTestFolder('spool')]);
  const url = new URL(database.url);
  network = await NetworkProxy.start(Number(url.port));
  url.port = String(network.port);
  api = await startApi({
    databaseUrl: url.href,
    env: { SPOOL_DIR: folder.path },
  });
  webhook = await createWebhook(api.url, 'direct');
  await waitForWebhookSnapshot(folder.path, webhook);
});

afterEach(async () => {
  await api?.kill();
  network?.close();
  await database?.drop();
  await folder?.remove();
});

async function spoolIsActive(): Promise<boolean> {
  const text = await (await fetch(`${api.metricsUrl}/metrics`)).text();
  return /^tocsin_spool_active 1$/m.test(text);
}

it('the spool is left for good although each database response exceeds its time-out', async () => {
  const statuses: Promise<number>[] = [];
  const timer = setInterval(() => {
    const body = { event_key: `k${statuses.length}`, title: 't' };
    statuses.push(call('POST', api.url + webhook.path, body).then(({ status }) => status));
  }, EVERY);
  try {
    network.delay = DELAY_MS;
    await until(spoolIsActive, (active) => active);
    // Although deliveries keep arriving.
    await until(spoolIsActive, (active) => !active);
    const taken = api.logs().split('in use:').length;
    const direct = statuses.length;
    await sleep(3_000);
    expect(statuses.length - direct).toBeGreaterThan(50);
    expect(api.logs().split('in use:').length).toBe(taken);
    expect(await spoolIsActive()).toBe(false);
  } finally {
    clearInterval(timer);
  }
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([202]));
  const [stored] = await sql<{ n: number }>(
    database.url,
    'select sum(delivery_count)::int as n from delivery_segment',
  );
  expect(stored?.n).toBe(statuses.length);
});
