import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { slowness } from './slowness.js';
import { scaled } from './scale.js';
import { runLoad } from './bench/run-load.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

const FLOOD = scaled(40_000);

const UNLIMITED = { INGEST_WEBHOOK_BYTES: '0' };

let database: TestDatabase;
let api: AppUnderTest;
let worker: AppUnderTest;
let flooded: CreatedWebhook;
let quietWebhook: CreatedWebhook;

beforeEach(async () => {
  database = await createTestDatabase();
  [api, worker] = await Promise.all([
    // Without a budget, so that deliveries are accepted as fast as possible.
    startApi({ databaseUrl: database.url, env: UNLIMITED }),
    startWorker({ databaseUrl: database.url }),
  ]);
  [flooded, quietWebhook] = (await Promise.all([1, 2].map(() => createWebhook(api.url, 'direct')))) as [
    CreatedWebhook,
    CreatedWebhook,
  ];
}, 120_000);

afterEach(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await database?.drop();
});

/** Returns the milliseconds from the acknowledgement of a delivery until its outcomes can be read. */
async function measureAckToVisible(n: number): Promise<number> {
  const body = { event_key: `calm ${n}`, title: 'Calm' };
  const { status, body: receipt } = await call<{ delivery_id: string }>(
    'POST',
    api.url + quietWebhook.path,
    body,
    {},
  );
  expect(status).toBe(202);
  const acknowledged = performance.now();
  await until(
    () =>
      call<{ status: string }>(
        'GET',
        `${api.url}/monitoring/v1/delivery/${receipt.delivery_id}?domain_id=demo`,
      ),
    (answer) => answer.body.status === 'PROCESSED',
    30_000,
  );
  return performance.now() - acknowledged;
}

const backlog = async () => {
  const [row] = await sql<{ n: number }>(
    database.url,
    `select coalesce(sum(delivery_count), 0)::int as n from delivery_segment where processed_at is null`,
  );
  return row?.n ?? 0;
};

it('a flood on one webhook does not make the alarms of another late', { timeout: 300_000 }, async () => {
  let sent = 0;
  const before = slowness();
  const flood = runLoad({
    url: api.url + flooded.path,
    body: () => JSON.stringify({ event_key: `alarm ${(sent += 1)}`, title: `Alarm ${sent}` }),
    connections: 64,
    amount: FLOOD,
  });
  const accepted = flood.then(() => true);
  // A worker that keeps up would leave no backlog to be late behind.
  process.kill(worker.pid, 'SIGSTOP');
  await until(backlog, (waiting) => waiting > FLOOD / 5, 60_000);
  process.kill(worker.pid, 'SIGCONT');
  const late: number[] = [];
  // During the flood, and while its backlog is processed.
  for (let n = 0, isOver = false; !isOver; n += 1) {
    late.push(await measureAckToVisible(n));
    isOver = (await Promise.race([accepted, sleep(200, false)])) && (await backlog()) === 0;
  }
  expect(late.length).toBeGreaterThan(10);
  expect(Math.max(...late) / Math.max(before, slowness())).toBeLessThanOrEqual(2_000);
  const [row] = await sql<{ n: number }>(
    database.url,
    `select count(*)::int as n from event where title like 'Alarm %'`,
  );
  expect(row?.n).toBe(FLOOD);
});
