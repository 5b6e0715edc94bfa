import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { EndingPostgres } from '#test/ending-postgres.js';
import { sql } from '#test/sql.js';
import { QueueFactory } from './queue-factory.js';

/** Milliseconds. */
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

/** Of the workers that wait for a job. */
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
  // While it waits it connects again only in order to listen, and that is the connection that must be ended.
  await vi.waitFor(async () => expect(await listening()).toHaveLength(1), { timeout: IN_TIME });

  server.ending = true;
  server.breakAll();
  await vi.waitFor(() => expect(server.ended).toBeGreaterThan(20), { timeout: IN_TIME });
  server.ending = false;

  await queue.add({ n: 1 });
  await vi.waitFor(() => expect(taken).toEqual([1]), { timeout: IN_TIME });
  // What woke it must wake it again.
  await queue.add({ n: 2 });
  await vi.waitFor(() => expect(taken).toEqual([1, 2]), { timeout: IN_TIME });
  expect(uncaught).toEqual([]);
}, 60_000);
