import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhook, until, type CreatedWebhook } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';

const ALARMS = 5_000;
const SENDERS = 16;

let server: TestServer;
let api: AppUnderTest;
let worker: AppUnderTest;
let webhooks: CreatedWebhook[];

beforeAll(async () => {
  server = await startTestServer({ durable: true });
  [api, worker] = await Promise.all([
    startApi({ databaseUrl: server.url }),
    startWorker({ databaseUrl: server.url }),
  ]);
  webhooks = await Promise.all(Array.from({ length: 4 }, () => createWebhook(api.url, 'direct')));
}, 120_000);

afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await server?.close();
});

/** Sends once, never again: what was not acknowledged does not count. */
async function send(n: number): Promise<boolean> {
  const path = webhooks[n % webhooks.length]?.path ?? '';
  try {
    const { status } = await fetch(api.url + path, {
      method: 'POST',
      body: JSON.stringify({ event_key: `alarm ${n}`, title: `Alarm ${n}` }),
      signal: AbortSignal.timeout(10_000),
    });
    return status === 202;
  } catch {
    return false;
  }
}

it('an acknowledged alarm is an event exactly once, whatever was killed', { timeout: 180_000 }, async () => {
  const acknowledged = new Set<number>();
  let next = 0;
  const sender = async () => {
    while (next < ALARMS) {
      const n = next++;
      if (await send(n)) acknowledged.add(n);
      // Refused or cut off: a sender waits a moment before the next one.
      else await sleep(20);
    }
  };
  const sent = Promise.all(Array.from({ length: SENDERS }, sender));

  const reached = (share: number) =>
    until(
      async () => next,
      (n) => n >= ALARMS * share,
      120_000,
    );
  await reached(0.15);
  const port = new URL(api.url).port;
  await api.kill();
  api = await startApi({ databaseUrl: server.url, env: { PORT: port } });
  await reached(0.35);
  await worker.kill();
  worker = await startWorker({ databaseUrl: server.url });
  await reached(0.6);
  await server.postgres.kill();
  await server.postgres.start();
  await sent;
  expect(acknowledged.size).toBeGreaterThan(ALARMS / 4);

  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const pending = async () =>
      (
        await client.query<{ n: number }>(
          'select count(*)::int as n from delivery_segment where processed_at is null',
        )
      ).rows[0]?.n;
    await until(pending, (n) => n === 0, 60_000).catch((cause: unknown) => {
      throw new Error(`a backlog stays. The worker printed:\n${worker.logs()}`, { cause });
    });
    const { rows } = await client.query<{ event_key: string; times: number }>(
      'select event_key, count(*)::int as times from event group by event_key',
    );
    const times = new Map(rows.map((row) => [row.event_key, row.times]));
    const lost = [...acknowledged].filter((n) => !times.has(`alarm ${n}`));
    const doubled = rows.filter((row) => row.times > 1);
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
  } finally {
    await client.end();
  }
});
