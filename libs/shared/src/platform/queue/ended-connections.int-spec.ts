import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { EndingPostgres } from '#test/ending-postgres.js';
import { sql } from '#test/sql.js';
import { QueueFactory } from './queue-factory.js';

/** Milliseconds to wait for each step. */
const IN_TIME = 15_000;

let database: TestDatabase;
let server: EndingPostgres;
let sender: QueueFactory;
let worker: QueueFactory;
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

beforeAll(async () => {
  process.on('uncaughtException', note);
  database = await createTestDatabase();
  server = await EndingPostgres.before(database.url);
  sender = new QueueFactory({ redisUrl: null, directUrl: database.url });
  worker = new QueueFactory({ redisUrl: null, directUrl: server.url });
});
afterAll(async () => {
  await worker.beforeApplicationShutdown();
  await sender.onApplicationShutdown();
  await server.close();
  await database.drop();
  process.off('uncaughtException', note);
});

/** Returns the connections of workers that wait for a job. */
const listening = () =>
  sql(
    database.url,
    `select pid from pg_stat_activity
     where datname = current_database() and state = 'idle' and query ilike '%listen%bullmq_jobs%'
       and pid <> pg_backend_pid()`,
  );

it('a worker whose connections are ended as soon as they are there lives, and takes jobs afterwards', async () => {
  const taken: number[] = [];
  const queue = sender.queue<{ n: number }>('deliveries');
  worker.work<{ n: number }>('deliveries', async ({ n }) => void taken.push(n), 1);
  // A waiting worker reconnects only to listen. That is the connection to break.
  await vi.waitFor(async () => expect(await listening()).toHaveLength(1), { timeout: IN_TIME });

  server.ending = true;
  server.breakAll();
  await vi.waitFor(() => expect(server.ended).toBeGreaterThan(20), { timeout: IN_TIME });
  server.ending = false;

  await queue.add({ n: 1 });
  await vi.waitFor(() => expect(taken).toEqual([1]), { timeout: IN_TIME });
  // The listening connection must still wake it the second time.
  await queue.add({ n: 2 });
  await vi.waitFor(() => expect(taken).toEqual([1, 2]), { timeout: IN_TIME });
  expect(uncaught).toEqual([]);
}, 60_000);

it('a worker asks a server that starts a few times in a second, and takes jobs afterwards', async () => {
  const taken: number[] = [];
  const queue = sender.queue<{ n: number }>('replays');
  const busy = Promise.withResolvers<void>();
  const work = async ({ n }: { n: number }) => {
    taken.push(n);
    await busy.promise;
  };
  worker.work('replays', work, 10);
  // A busy worker asks for the next job at once, without waiting for a wake-up.
  await queue.add({ n: 1 });
  await vi.waitFor(() => expect(taken).toEqual([1]), { timeout: IN_TIME });
  const told = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

  server.starting = true;
  server.breakAll();
  busy.resolve();
  const began = performance.now();
  await vi.waitFor(() => expect(server.refused).toBeGreaterThan(20), { timeout: IN_TIME });
  expect(performance.now() - began).toBeGreaterThan(1_000);
  server.starting = false;
  expect(told.mock.calls.filter(([line]) => String(line).includes('starting up')).length).toBeLessThan(10);

  await queue.add({ n: 2 });
  await vi.waitFor(() => expect(taken).toContain(2), { timeout: IN_TIME });
  expect(uncaught).toEqual([]);
}, 60_000);
