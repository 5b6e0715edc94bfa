import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { waitForWebhookSnapshot } from './wait-for-webhook-snapshot.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

const KEYS = 12;
/** Pairs of ALERT and RECOVERY per key. */
const INCIDENTS = 10;
/** Milliseconds for which one process stays paused after the database is back. */
const LATER_MS = 2_000;

let server: TestServer;
let folders: TestFolder[];
let apis: AppUnderTest[];
let worker: AppUnderTest;
let webhook: CreatedWebhook;

beforeEach(async () => {
  server = await startTestServer({ durable: true });
  folders = await Promise.all([createTestFolder('spool'), createTestFolder('spool')]);
  apis = await Promise.all(
    folders.map(({ path }) => startApi({ databaseUrl: server.url, env: { SPOOL_DIR: path } })),
  );
  worker = await startWorker({ databaseUrl: server.url });
  webhook = await createWebhook(apis[0]?.url ?? '', 'direct');
  await Promise.all(folders.map(({ path }) => waitForWebhookSnapshot(path, webhook)));
  // Waits until the spools of both processes are registered.
  await sleep(2_500);
}, 120_000);

afterEach(async () => {
  await Promise.all([...(apis ?? []), worker].map((app) => app?.kill()));
  await server?.close();
  await Promise.all((folders ?? []).map((folder) => folder.remove()));
});

it(
  'alerts stay separate if their alarms are in the spools of two processes',
  { timeout: 120_000 },
  async () => {
    await server.postgres.kill();
    const story = async (key: number) => {
      for (let n = 0; n < 2 * INCIDENTS; n += 1) {
        // Without a time of the sender, only the arrival determines the order.
        const event_type = n % 2 === 0 ? 'ALERT' : 'RECOVERY';
        const body = { event_key: `k${key}`, event_type, title: `${event_type} ${n}`, severity: 'ERROR' };
        const api = apis[(n + key) % 2]?.url ?? '';
        expect((await call('POST', api + webhook.path, body)).status).toBe(202);
      }
    };
    await Promise.all(Array.from({ length: KEYS }, (_, key) => story(key)));

    const [, other] = apis as [AppUnderTest, AppUnderTest];
    process.kill(other.pid, 'SIGSTOP');
    await server.postgres.start();
    await sleep(LATER_MS);
    process.kill(other.pid, 'SIGCONT');
    const events = await until(
      () => sql<{ n: number }>(server.url, 'select count(*)::int as n from event').catch(() => []),
      ([row]) => row?.n === 2 * KEYS * INCIDENTS,
      60_000,
    );
    expect(events).toHaveLength(1);
    const [counts] = await sql(
      server.url,
      `select count(*)::int as alerts, count(*) filter (where state = 'OPEN')::int as open,
         count(*) filter (where event_count <> 2)::int as merged from alert`,
    );
    expect(counts).toEqual({ alerts: KEYS * INCIDENTS, open: 0, merged: 0 });
  },
);
