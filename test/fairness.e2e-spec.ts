import { afterEach, beforeEach, expect, it } from 'vitest';
import { scaled } from './scale.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

const FLOODS = 3;
const DELIVERIES = scaled(15_000);
const SENDERS = 64;

let database: TestDatabase;
let api: AppUnderTest;
let worker: AppUnderTest;
let quietWebhook: CreatedWebhook;
let floods: CreatedWebhook[];

beforeEach(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url });
  [quietWebhook, ...floods] = (await Promise.all(
    Array.from({ length: 1 + FLOODS }, () => createWebhook(api.url, 'direct')),
  )) as [CreatedWebhook, ...CreatedWebhook[]];
}, 120_000);

afterEach(async () => {
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
  'backlogs of several flooded webhooks do not delay a delivery of another webhook',
  { timeout: 180_000 },
  async () => {
    await flood();
    const body = { event_key: 'calm', title: 'Calm' };
    expect((await call('POST', api.url + quietWebhook.path, body)).status).toBe(202);
    worker = await startWorker({ databaseUrl: database.url });
    const stored = await until(
      async () => {
        const [row] = await sql<{ events: number; calm: number; last: number }>(
          database.url,
          `select count(*)::int as events,
           extract(epoch from max(stored_at) filter (where event_key = 'calm') - min(stored_at))::float8 as calm,
           extract(epoch from max(stored_at) - min(stored_at))::float8 as last
         from event`,
        );
        return row;
      },
      (row) => row?.events === DELIVERIES + 1,
      120_000,
    );
    // Seconds since the first event. The calm delivery arrived last and must not wait for the backlog before it.
    expect(stored?.calm).toBeLessThan(2);
    expect(stored?.calm).toBeLessThan((stored?.last ?? 0) * 0.8);
  },
);
