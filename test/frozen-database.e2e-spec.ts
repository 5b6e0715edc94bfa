import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { waitForWebhookSnapshot } from './wait-for-webhook-snapshot.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { slowness } from './slowness.js';
import { sql } from './sql.js';

/** Milliseconds that container runtimes usually wait between SIGTERM and SIGKILL. */
const MAX_STOP_MS = 10_000;

let server: TestServer;
let folder: TestFolder;
let spooling: AppUnderTest;
let plain: AppUnderTest;
let worker: AppUnderTest;
let webhook: CreatedWebhook;
let frozen: number[] = [];

beforeEach(async () => {
  [server, folder] = await Promise.all([startTestServer(), createTestFolder('spool')]);
  [spooling, plain, worker] = await Promise.all([
    startApi({ databaseUrl: server.url, env: { SPOOL_DIR: folder.path } }),
    startApi({ databaseUrl: server.url }),
    startWorker({ databaseUrl: server.url }),
  ]);
  webhook = await createWebhook(spooling.url, 'direct');
  for (const { url } of [spooling, plain]) await post(url);
  await waitForWebhookSnapshot(folder.path, webhook);
}, 120_000);

afterEach(async () => {
  signal('SIGCONT');
  await Promise.all([spooling, plain, worker].map((app) => app?.kill()));
  await server?.close();
  await folder?.remove();
});

const post = (url: string) => call('POST', url + webhook.path, { event_key: 'k', title: 't' });

function signal(name: NodeJS.Signals): void {
  for (const pid of frozen) {
    try {
      process.kill(pid, name);
    } catch {
      // The backend has ended.
    }
  }
}

/** Freezes the server as `docker pause` does: connections stay open and get no response. */
async function freeze(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const pids = async (text: string) => (await client.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
  // The postmaster first, so that no new backends start.
  frozen = await pids(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
  signal('SIGSTOP');
  frozen.push(...(await pids('select pid from pg_stat_activity where pid <> pg_backend_pid()')));
  signal('SIGSTOP');
  await client.end();
}

async function stopped(app: AppUnderTest): Promise<{ code: number | null; took: number }> {
  const began = performance.now();
  const code = await app.stop();
  return { code, took: performance.now() - began };
}

it('API and worker stop in time while the database hangs, and answer pending deliveries', async () => {
  await freeze();
  // One delivery that is spooled, one that is rejected, and a management request.
  const answers = Promise.all([post(spooling.url), post(plain.url)]);
  const managing = call('GET', `${plain.url}/monitoring/v1/webhooks?domain_id=demo`).catch(() => undefined);
  await sleep(300);
  const before = slowness();
  const ends = await Promise.all([spooling, plain, worker].map(stopped));
  const slow = Math.max(before, slowness());
  const inTime = { code: 0, inTime: true };
  expect(ends.map(({ code, took }) => ({ code, inTime: took / slow < MAX_STOP_MS }))).toEqual([
    inTime,
    inTime,
    inTime,
  ]);
  expect((await answers).map(({ status }) => status)).toEqual([202, 503]);
  await managing;
  signal('SIGCONT');
  spooling = await startApi({ databaseUrl: server.url, env: { SPOOL_DIR: folder.path } });
  await until(
    () => sql<{ n: number }>(server.url, 'select sum(delivery_count)::int as n from delivery_segment'),
    ([row]) => (row?.n ?? 0) >= 3,
  );
});
