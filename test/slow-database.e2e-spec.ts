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
/** Milliseconds: the time-out that the spool gives a database whose responses take this long, four times as long. */
const ADAPTED_TIMEOUT_MS = 4 * 2 * DELAY_MS;
const WINDOW_MS = 3_000;
/** Periods of observation. One in which the machine stood still says nothing. */
const WINDOWS = 20;

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

it(
  'the spool is left for good although each database response exceeds its time-out',
  { timeout: 120_000 },
  async () => {
    const statuses: Promise<number>[] = [];
    let slowestMs = 0;
    const post = async () => {
      const began = performance.now();
      const body = { event_key: `k${statuses.length}`, title: 't' };
      const { status } = await call('POST', api.url + webhook.path, body);
      slowestMs = Math.max(slowestMs, performance.now() - began);
      return status;
    };
    const timer = setInterval(() => statuses.push(post()), EVERY);
    try {
      network.delay = DELAY_MS;
      await until(spoolIsActive, (active) => active);
      // Although deliveries keep arriving.
      await until(spoolIsActive, (active) => !active);
      const countUses = () => api.logs().split('in use:').length;
      for (let window = 1; ; window += 1) {
        const [uses, direct] = [countUses(), statuses.length];
        slowestMs = 0;
        await sleep(WINDOW_MS);
        // If no delivery waited for the adapted time-out, only one that was not adapted can have ended a write.
        if (slowestMs > ADAPTED_TIMEOUT_MS && window < WINDOWS) continue;
        expect(slowestMs).toBeLessThan(ADAPTED_TIMEOUT_MS);
        expect(statuses.length).toBeGreaterThan(direct);
        expect(countUses()).toBe(uses);
        expect(await spoolIsActive()).toBe(false);
        break;
      }
    } finally {
      clearInterval(timer);
    }
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([202]));
    const [stored] = await sql<{ n: number }>(
      database.url,
      'select sum(delivery_count)::int as n from delivery_segment',
    );
    expect(stored?.n).toBe(statuses.length);
  },
);
