import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';

const EACH = 3;
const SENDERS = 6;

let database: TestDatabase;
let apis: AppUnderTest[];
let workers: AppUnderTest[];
let webhooks: CreatedWebhook[];

beforeEach(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url };
  const each = <T>(start: () => Promise<T>) => Promise.all(Array.from({ length: EACH }, start));
  [apis, workers] = await Promise.all([each(() => startApi(options)), each(() => startWorker(options))]);
  const [first] = apis as [AppUnderTest];
  webhooks = await Promise.all(Array.from({ length: 6 }, () => createWebhook(first.url, 'direct')));
}, 120_000);

afterEach(async () => {
  await Promise.all([...(apis ?? []), ...(workers ?? [])].map((app) => app.kill()));
  await database?.drop();
});

it(
  'no delivery is lost or duplicated while three APIs and three workers are killed in turn',
  { timeout: 240_000 },
  async () => {
    const acknowledged = new Set<string>();
    const over = new AbortController();
    let sent = 0;
    const sender = async () => {
      while (!over.signal.aborted) {
        const n = sent++;
        const api = apis[n % EACH]?.url ?? '';
        const path = webhooks[n % webhooks.length]?.path ?? '';
        const body = { event_key: `k${n}`, title: `T${n}` };
        const answer = await call('POST', api + path, body, {}).catch(() => undefined);
        if (answer?.status === 202) acknowledged.add(`k${n}`);
        await sleep(20);
      }
    };
    const senders = Array.from({ length: SENDERS }, sender);
    for (let at = 0; at < EACH; at += 1) {
      const port = new URL(apis[at]?.url ?? '').port;
      // Only one API and one worker are down at a time.
      await Promise.all([apis[at]?.kill(), workers[at]?.kill()]);
      [apis[at], workers[at]] = await Promise.all([
        startApi({ databaseUrl: database.url, env: { PORT: port } }),
        startWorker({ databaseUrl: database.url }),
      ]);
      await sleep(500);
    }
    over.abort();
    await Promise.all(senders);
    expect(acknowledged.size).toBeGreaterThan(200);

    const { url } = apis[0] as AppUnderTest;
    const ledger = await until(
      () =>
        call<{ balanced: boolean; results: { deliveries: Record<string, number> }[] }>(
          'GET',
          `${url}/monitoring/v1/ledger`,
        ),
      ({ body }) => body.results.every(({ deliveries }) => deliveries.pending === 0),
      60_000,
    );
    expect(ledger.body.balanced).toBe(true);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ event_key: string }>('select event_key from event');
    await client.end();
    const stored = new Set(rows.map(({ event_key }) => event_key));
    expect([...acknowledged].filter((key) => !stored.has(key))).toEqual([]);
    expect(rows.length).toBe(stored.size);
  },
);
