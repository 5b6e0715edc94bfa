import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/database.js';
import { sql } from '#test/sql.js';
import { QueueFactory } from './queue-factory.js';
import { migrateQueues } from './queue-pool.js';

let server: TestServer;
let factory: QueueFactory;
beforeAll(async () => {
  server = await startTestServer();
  factory = new QueueFactory({ redisUrl: null, directUrl: server.url });
});
afterAll(async () => {
  await factory.beforeApplicationShutdown();
  await factory.onApplicationShutdown();
  await server.close();
});

it('adds and takes jobs once the server and its tables exist, after a start without them', async () => {
  await sql(server.url, 'drop schema bullmq cascade');
  await server.postgres.kill();
  const queue = factory.getQueue<{ n: number }>('deliveries');
  const taken: number[] = [];
  factory.startWorker<{ n: number }>('deliveries', async ({ n }) => void taken.push(n), 1);
  await expect(queue.add({ n: 1 })).rejects.toThrow('adding a job');
  await server.postgres.start();
  await expect(queue.add({ n: 2 })).rejects.toThrow('adding a job');
  await migrateQueues(server.url);
  // The calls to add jobs have timed out, but the jobs are added as soon as it is possible.
  await expect.poll(() => taken.toSorted(), { timeout: 5_000 }).toEqual([1, 2]);
  await queue.add({ n: 3 });
  await expect.poll(() => taken, { timeout: 5_000 }).toContain(3);
});
