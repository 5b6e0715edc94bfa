import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';

const CYCLES = 1_000;
const WRITERS = 3;
const WORKERS = 4;
const KEYS = 20;

let database: TestDatabase;
let apps: AppUnderTest[];
let webhook: CreatedWebhook;

beforeEach(async () => {
  database = await createTestDatabase();
  apps = await Promise.all([
    ...Array.from({ length: WRITERS }, () => startApi({ databaseUrl: database.url })),
    ...Array.from({ length: WORKERS }, () => startWorker({ databaseUrl: database.url })),
  ]);
  webhook = await createWebhook(apps[0]?.url ?? '', 'direct');
}, 120_000);

afterEach(async () => {
  await Promise.all((apps ?? []).map((app) => app.kill()));
  await database?.drop();
});

/** Posts through the processes in turn, as behind a load balancer. */
let turn = 0;
async function post(event_key: string, event_type: string): Promise<void> {
  const { url } = apps[turn++ % WRITERS] as AppUnderTest;
  const body = JSON.stringify({
    event_key,
    event_type,
    title: event_key,
    occurred_at: new Date().toISOString(),
  });
  // Seven processes on a busy machine may shed load: retry, as a sender would.
  await until(
    () => fetch(url + webhook.path, { method: 'POST', body }),
    ({ status }) => status === 202,
  );
}

it(
  'a RECOVERY sent after its ALERT was accepted always resolves the alert',
  { timeout: 180_000 },
  async () => {
    let cycle = 0;
    const one = async (key: number) => {
      while (cycle < CYCLES) {
        cycle += 1;
        await post(`key ${key}`, 'ALERT');
        await post(`key ${key}`, 'RECOVERY');
      }
    };
    await Promise.all(Array.from({ length: KEYS }, (_, key) => one(key)));

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const events = async () =>
        (await client.query<{ n: number }>('select count(*)::int as n from event')).rows[0]?.n;
      await until(events, (n) => n === CYCLES * 2, 60_000);
      const { rows } = await client.query(
        `select count(*)::int as alerts, count(*) filter (where state = 'OPEN')::int as open,
         count(*) filter (where event_count <> 2)::int as odd
       from alert`,
      );
      expect(rows[0]).toEqual({ alerts: CYCLES, open: 0, odd: 0 });
    } finally {
      await client.end();
    }
  },
);
