import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { PostgresFaultProxy } from '#test/postgres-fault-proxy.js';
import { sql } from '#test/sql.js';
import { QueueFactory } from './queue-factory.js';

/** Milliseconds to wait for each step. */
const WAIT_TIMEOUT_MS = 15_000;

let database: TestDatabase;
let server: PostgresFaultProxy;
let producer: QueueFactory;
let worker: QueueFactory;
const uncaught: unknown[] = [];
const recordError = (error: unknown) => void uncaught.push(error);

beforeAll(async () => {
  process.on('uncaughtException', recordError);
  database = await createTestDatabase();
  server = await PostgresFaultProxy.start(database.url);
  producer = new QueueFactory({ redisUrl: null, directUrl: database.url });
  worker = new QueueFactory({ redisUrl: null, directUrl: server.url });
});
afterAll(async () => {
  await worker.beforeApplicationShutdown();
  await producer.onApplicationShutdown();
  await server.close();
  await database.drop();
  process.off('uncaughtException', recordError);
});

/** Returns the connections of workers that wait for a job. */
const listening = () =>
  sql(
    database.url,
    `select pid from pg_stat_activity
     where datname = current_database() and state = 'idle' and query ilike '%listen%bullmq_jobs%'
       and pid <> pg_backend_pid()`,
  );

it('a worker survives connections that end as soon as they are made, and takes jobs afterwards', async () => {
  const taken: number[] = [];
  const queue = producer.getQueue<{ n: number }>('deliveries');
  worker.startWorker<{ n: number }>('deliveries', async ({ n }) => void taken.push(n), 1);
  // A waiting worker reconnects only to listen. That is the connection to break.
  await vi.waitFor(async () => expect(await listening()).toHaveLength(1), { timeout: WAIT_TIMEOUT_MS });

  server.isEnding = true;
  server.breakConnections();
  await vi.waitFor(() => expect(server.endedCount).toBeGreaterThan(20), { timeout: WAIT_TIMEOUT_MS });
  server.isEnding = false;

  await queue.add({ n: 1 });
  await vi.waitFor(() => expect(taken).toEqual([1]), { timeout: WAIT_TIMEOUT_MS });
  // The listening connection must still wake it the second time.
  await queue.add({ n: 2 });
  await vi.waitFor(() => expect(taken).toEqual([1, 2]), { timeout: WAIT_TIMEOUT_MS });
  expect(uncaught).toEqual([]);
}, 60_000);

it('a worker limits its requests and warnings while the server starts, and recovers', async () => {
  const taken: number[] = [];
  const queue = producer.getQueue<{ n: number }>('replays');
  const busy = Promise.withResolvers<void>();
  const work = async ({ n }: { n: number }) => {
    taken.push(n);
    await busy.promise;
  };
  worker.startWorker('replays', work, 10);
  // A busy worker asks for the next job at once, without waiting for a wake-up.
  await queue.add({ n: 1 });
  await vi.waitFor(() => expect(taken).toEqual([1]), { timeout: WAIT_TIMEOUT_MS });
  const warned = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

  server.isStarting = true;
  server.breakConnections();
  busy.resolve();
  const began = performance.now();
  await vi.waitFor(() => expect(server.refusedCount).toBeGreaterThan(20), { timeout: WAIT_TIMEOUT_MS });
  expect(performance.now() - began).toBeGreaterThan(1_000);
  server.isStarting = false;
  expect(warned.mock.calls.filter(([line]) => String(line).includes('starting up')).length).toBeLessThan(10);

  await queue.add({ n: 2 });
  await vi.waitFor(() => expect(taken).toContain(2), { timeout: WAIT_TIMEOUT_MS });
  expect(uncaught).toEqual([]);
}, 60_000);
