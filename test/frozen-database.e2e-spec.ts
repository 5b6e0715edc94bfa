import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { untilKnownOnDisk } from './known-on-disk.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

/** Milliseconds. As long as container runtimes usually wait before they kill. */
const STOP_LIMIT = 10_000;

let server: TestServer;
let folder: TestFolder;
let spooling: AppUnderTest;
let plain: AppUnderTest;
let worker: AppUnderTest;
let webhook: CreatedWebhook;
let frozen: number[] = [];

beforeAll(async () => {
  [server, folder] = await Promise.all([startTestServer(), createTestFolder('spool')]);
  [spooling, plain, worker] = await Promise.all([
    startApi({ databaseUrl: server.url, env: { SPOOL_DIR: folder.path } }),
    startApi({ databaseUrl: server.url }),
    startWorker({ databaseUrl: server.url }),
  ]);
  webhook = await createWebhook(spooling.url, 'direct');
  for (const { url } of [spooling, plain]) await post(url);
  await untilKnownOnDisk(folder.path, webhook);
}, 120_000);

afterAll(async () => {
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
      // The backend of a connection that is gone.
    }
  }
}

/** As `docker pause` does: nothing is closed, and nothing answered. */
async function freeze(): Promise<void> {
  const rows = await sql<{ pid: number }>(
    server.url,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid
     union all select pid from pg_stat_activity where pid <> pg_backend_pid()`,
  );
  frozen = rows.map(({ pid }) => pid);
  signal('SIGSTOP');
}

async function stopped(app: AppUnderTest): Promise<{ code: number | null; inTime: boolean }> {
  const began = performance.now();
  const code = await app.stop();
  const took = performance.now() - began;
  return { code, inTime: took < STOP_LIMIT };
}

it('API and worker stop in time while the database hangs, and nobody is left without an answer', async () => {
  await freeze();
  // One that is refused or spooled, and one that is managed.
  const answers = Promise.all([post(spooling.url), post(plain.url)]);
  const managing = call('GET', `${plain.url}/monitoring/v1/webhooks?domain_id=demo`).catch(() => undefined);
  await sleep(300);
  const inTime = { code: 0, inTime: true };
  expect(await Promise.all([spooling, plain, worker].map(stopped))).toEqual([inTime, inTime, inTime]);
  expect((await answers).map(({ status }) => status)).toEqual([202, 503]);
  await managing;
  signal('SIGCONT');
  spooling = await startApi({ databaseUrl: server.url, env: { SPOOL_DIR: folder.path } });
  await until(
    () => sql<{ n: number }>(server.url, 'select sum(delivery_count)::int as n from delivery_segment'),
    ([row]) => (row?.n ?? 0) >= 3,
  );
});
