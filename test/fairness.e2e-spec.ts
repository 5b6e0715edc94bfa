import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWebhook, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

const FLOODS = 3;
const DELIVERIES = 24_000 * Number(process.env.TEST_SCALE ?? 1);
const SENDERS = 64;

let database: TestDatabase;
let api: AppUnderTest;
let worker: AppUnderTest;
let calm: CreatedWebhook;
let floods: CreatedWebhook[];

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url });
  [calm, ...floods] = (await Promise.all(
    Array.from({ length: 1 + FLOODS }, () => createWebhook(api.url, 'direct')),
  )) as [CreatedWebhook, ...CreatedWebhook[]];
}, 120_000);

afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await database?.drop();
});

async function flood(): Promise<void> {
  let sent = 0;
  const sender = async () => {
    while (sent < DELIVERIES) {
      const n = sent++;
      const body = JSON.stringify({ event_key: `alarm ${n}`, title: `Alarm ${n}` });
      const response = await fetch(`${api.url}${floods[n % FLOODS]?.path}`, { method: 'POST', body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

it(
  'more floods than a worker has hands for do not make another webhook late',
  { timeout: 180_000 },
  async () => {
    await flood();
    worker = await startWorker({ databaseUrl: database.url });
    const waits: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const began = performance.now();
      const body = { event_key: `calm ${n}`, title: 'Calm' };
      const { status } = await call('POST', api.url + calm.path, body, { prefer: 'wait=20' });
      expect(status).toBe(200);
      waits.push(performance.now() - began);
    }
    const [left] = await sql<{ n: number }>(
      database.url,
      'select count(*)::int as n from delivery_segment where processed_at is null',
    );
    expect(left?.n, 'the floods must still be on, or this shows nothing').toBeGreaterThan(0);
    expect(waits.toSorted((a, b) => a - b).at(-1)).toBeLessThan(4_000);
    expect(waits.toSorted((a, b) => a - b)[4]).toBeLessThan(2_000);
  },
);
