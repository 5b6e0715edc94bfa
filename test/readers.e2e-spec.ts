import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readResidentMemory } from './bench/statistics.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { Follower } from './chaos/follower.js';
import { rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';

const READERS = 1_000;
/** Milliseconds. Long, because readers and services share two cores with all other tests. */
const TIMEOUT_MS = 60_000;
const SLOW_TEST = { timeout: 3 * TIMEOUT_MS };
/** Disables the budget: the test posts faster than one webhook may. */
const UNLIMITED_BUDGET = { INGEST_WEBHOOK_BYTES: '0' };
/** In megabytes. A small heap forces garbage collection, so that the measured memory is what is retained. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=160' };
/** The number of events of 120 KB each. */
const LARGE_EVENTS = 600;

let database: TestDatabase;
let api: AppUnderTest;
let worker: AppUnderTest;
let webhook: CreatedWebhook;
let readers: Follower[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  [api, worker] = await Promise.all([
    startApi({ databaseUrl: database.url, env: { ...SMALL_HEAP, ...UNLIMITED_BUDGET } }),
    startWorker({ databaseUrl: database.url }),
  ]);
  webhook = await createWebhook(api.url, 'direct');
});
afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await database?.drop();
});

// Also after a failed test: the readers would receive the events of the next one, in the memory of this process.
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});

async function follow(): Promise<Follower> {
  const reader = await Follower.open(stream(), { key: rootApiKey });
  readers.push(reader);
  return reader;
}

const post = (title: string, description = '') =>
  call('POST', api.url + webhook.path, { event_key: title, title, description });
const countEvents = async () => {
  const address = `${api.url}/monitoring/v1/events?domain_id=demo&query.count_only=true`;
  return (await call<{ total_count: number }>('GET', address)).body.total_count;
};
const stream = () => `${api.url}/monitoring/v1/events/stream?domain_id=demo`;

it('a thousand readers of one process receive every event and use less than 100 MB', SLOW_TEST, async () => {
  // Warm-up: memory that is allocated once. Waits for all events, so that the first readers do not receive some of them.
  for (let n = 0; n < 300; n += 1) await post(`before ${n}`);
  await until(countEvents, (count) => count === 300);
  const before = await readResidentMemory(api.pid);
  while (readers.length < READERS) await Promise.all(Array.from({ length: 50 }, follow));
  await until(
    async () => readers.filter(({ lastId }) => lastId !== '').length,
    (begun) => begun === READERS,
    TIMEOUT_MS,
  );
  const titles = Array.from({ length: 50 }, (_, n) => `alarm ${n}`);
  for (const title of titles) await post(title, 'x'.repeat(1_000));
  await until(
    async () => readers.filter(({ messages }) => messages.length === titles.length).length,
    (done) => done === READERS,
    TIMEOUT_MS,
  );
  const taken = (await readResidentMemory(api.pid)) - before;
  expect(readers.every((reader) => reader.titles.join() === titles.join())).toBe(true);
  expect(taken).toBeLessThan(100);
});

it('a stalled reader is disconnected, and the process does not grow', SLOW_TEST, async () => {
  const { host, hostname, port, pathname, search } = new URL(stream());
  const stalled = await new Promise<Socket>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${rootApiKey}\r\n\r\n`,
      );
      socket.once('data', () => resolve(socket.pause()));
    });
    socket.on('error', () => undefined);
  });
  const quick = await follow();
  await until(
    async () => quick.lastId,
    (id) => id !== '',
  );
  const tell = async (events: number) => {
    const before = quick.messages.length;
    for (let n = 0; n < events; n += 1) await post(`large ${before + n}`, 'x'.repeat(60_000));
    await until(
      async () => quick.messages.length - before,
      (heard) => heard >= events,
      TIMEOUT_MS,
    );
    return readResidentMemory(api.pid);
  };
  // First the memory that is needed once, then the memory that the stalled reader would retain.
  const before = await tell(LARGE_EVENTS);
  const taken = (await tell(LARGE_EVENTS)) - before;
  expect(taken).toBeLessThan(55);
  await until(
    async () => api.logs(),
    (logs) => logs.includes('a stream is closed: its client has read nothing'),
    TIMEOUT_MS,
  );
  expect(quick.ended).toBe(false);
  stalled.destroy();
});
