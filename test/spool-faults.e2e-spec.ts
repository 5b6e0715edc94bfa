import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NetworkProxy } from './chaos/network-proxy.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { FailingDisk } from './chaos/failing-disk.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { waitForWebhookSnapshot } from './wait-for-webhook-snapshot.js';
import { startApi, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

let database: TestDatabase;
let folder: TestFolder;
let disk: FailingDisk | undefined;
let dir: string;
let network: NetworkProxy;
let api: AppUnderTest;
let webhook: CreatedWebhook;
let acknowledged = 0;

beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), createTestFolder('spool')]);
  disk = await FailingDisk.mount(folder.path);
  dir = join(disk?.path ?? folder.path, 'spool');
  const url = new URL(database.url);
  network = await NetworkProxy.start(Number(url.port));
  url.port = String(network.port);
  api = await startApi({ databaseUrl: url.href, env: { SPOOL_DIR: dir } });
  webhook = await createWebhook(api.url, 'direct');
  await waitForWebhookSnapshot(dir, webhook);
});

afterAll(async () => {
  await api?.kill();
  network?.close();
  await disk?.remove();
  await database?.drop();
  await folder?.remove();
});

/** Posts deliveries one after the other, so that each becomes a separate record of the spool. */
async function post(times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const body = { event_key: `k${acknowledged}`, title: 't' };
    const { status } = await call('POST', api.url + webhook.path, body);
    if (status === 202) acknowledged += 1;
    statuses.push(status);
  }
  return statuses;
}

const accepted = (times: number) => Array.from({ length: times }, () => 202);
/** Returns the metrics of the spool. */
async function metrics(): Promise<readonly string[]> {
  const text = await (await fetch(`${api.metricsUrl}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith('tocsin_spool_'));
}

const ready = () => call<{ detail?: string }>('GET', `${api.url}/health/ready`);

async function stored(): Promise<number> {
  const text = 'select coalesce(sum(delivery_count), 0)::int as n from delivery_segment';
  return (await sql<{ n: number }>(database.url, text))[0]?.n ?? 0;
}

/** Reconnects the database and waits until it has all acknowledged deliveries. Rejected ones may have been written as well. */
async function reconnectDatabase(missing = 0): Promise<void> {
  network.restore(true);
  await until(stored, (n) => n >= acknowledged - missing);
  await until(metrics, (lines) => lines.includes('tocsin_spool_active 0'));
}

it('no delivery is lost if the directory or a file of a spool in use is removed', async () => {
  network.cut();
  expect(await post(10)).toEqual(accepted(10));
  await rm(dir, { recursive: true });
  expect(await post(10)).toEqual(accepted(10));
  const own = join(dir, '0');
  const names = (await readdir(own)).filter((name) => name.endsWith('.spool'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) await rm(join(own, name));
  expect(await post(10)).toEqual(accepted(10));
  await reconnectDatabase();
  await expect.poll(() => api.logs()).toContain('the folder or files in it were removed');
  expect(await until(ready, ({ status }) => status === 200)).toBeDefined();
  // The webhook snapshot is written again as well.
  await until(
    () => readdir(own),
    (files) => files.includes('webhooks.jsonl'),
  );
});

it('the number of deliveries lost in a damaged file is reported', async () => {
  network.cut();
  await post(5);
  const own = join(dir, '0');
  const name = (await readdir(own)).find((each) => each.endsWith('.spool')) ?? '';
  const file = await open(join(own, name), 'r+');
  const bytes = await file.readFile();
  // Damages the second record and the last one.
  await file.write(Buffer.alloc(8, 0xff), 0, 8, bytes.indexOf('TSP2', 4) + 30);
  await file.truncate(bytes.lastIndexOf('TSP2') + 10);
  await file.close();
  await reconnectDatabase(2);
  acknowledged -= 2;
  const text = await metrics();
  expect(text).toContain('tocsin_spool_lost_deliveries_total 2');
  expect(text).toContain('tocsin_spool_kept_files{why="damaged"} 1');
  await expect.poll(() => api.logs()).toContain('2 deliveries that were acknowledged cannot be read');
  expect(await readdir(own)).toContain(`${name}.damaged`);
});

it('the database accepts deliveries after an outage although the disk of the spool is full', async ({
  skip,
}) => {
  if (disk === undefined) return skip();
  network.cut();
  await post(3);
  await disk.fill();
  const refused = await until(
    () => post(1),
    ([status]) => status === 503,
  );
  expect(refused).toEqual([503]);
  expect(await metrics()).toContain('tocsin_spool_full 1');
  network.restore(true);
  await until(
    () => post(1),
    ([status]) => status === 202,
  );
  expect(await post(20)).toEqual(accepted(20));
  await disk.empty();
  await until(metrics, (lines) => lines.includes('tocsin_spool_full 0'));
});

it('a spool that became read-only is emptied and does not block the database', async ({ skip }) => {
  if (disk === undefined) return skip();
  await until(metrics, (lines) => lines.includes('tocsin_spool_active 0'));
  network.cut();
  const before = await stored();
  acknowledged = before;
  await post(5);
  await disk.fail();
  expect(await post(1)).toEqual([503]);
  expect(await metrics()).toContain('tocsin_spool_unusable 1');
  await reconnectDatabase();
  expect(await post(20)).toEqual(accepted(20));
  expect(await stored()).toBeGreaterThanOrEqual(acknowledged);
  expect(await ready()).toMatchObject({
    status: 503,
    body: { detail: 'The spool cannot be written (EROFS)' },
  });
  await expect.poll(() => api.logs().match(/takes no deliveries.*EROFS/g)).toHaveLength(1);
});
