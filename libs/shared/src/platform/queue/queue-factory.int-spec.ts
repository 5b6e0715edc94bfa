import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { sql } from '#test/sql.js';
import { QueueFactory } from './queue-factory.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

it('opens a queue once for all producers, and closes all its connections at shutdown', async () => {
  const factory = new QueueFactory({ redisUrl: null, directUrl: database.url });
  const [one, other] = [factory.getQueue<object>('deliveries'), factory.getQueue<object>('deliveries')];
  await one.add({ n: 1 });
  await other.add({ n: 2 });
  expect(await factory.countJobs()).toMatchObject([{ queue: 'deliveries', counts: { waiting: 2 } }]);
  await factory.onApplicationShutdown();
  const connections = () =>
    sql(
      database.url,
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  // The server takes a moment to notice closed connections.
  await vi.waitFor(async () => expect(await connections()).toEqual([]), { timeout: 10_000 });
});

it('opens no worker any more when it stops while it still waits for its tables', async () => {
  const warned = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  for (let delay = 0; delay < 20; delay += 1) {
    const factory = new QueueFactory({ redisUrl: null, directUrl: database.url });
    factory.startWorker<object>('deliveries', async () => undefined, 1);
    await sleep(delay);
    await factory.beforeApplicationShutdown();
    await factory.onApplicationShutdown();
  }
  // A worker on closed connections would never let this timer run.
  await sleep(100);
  expect(warned.mock.calls.filter(([line]) => String(line).includes('after calling end'))).toEqual([]);
}, 60_000);
