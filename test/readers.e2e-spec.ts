import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { residentMemory } from '../tools/bench/statistics.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { Follower } from '../tools/chaos/follower.js';
import { rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';

const READERS = 1_000;

let database: TestDatabase;
let api: AppUnderTest;
let worker: AppUnderTest;
let webhook: CreatedWebhook;

beforeAll(async () => {
  database = await createTestDatabase();
  [api, worker] = await Promise.all([
    startApi({ databaseUrl: database.url }),
    startWorker({ databaseUrl: database.url }),
  ]);
  webhook = await createWebhook(api.url, 'direct');
});
afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await database?.drop();
});

const post = (title: string, description = '') =>
  call('POST', api.url + webhook.path, { event_key: title, title, description });
const stream = () => `${api.url}/monitoring/v1/events/stream?domain_id=demo`;

it('a thousand readers of one process are told everything and take less than 100 MB', async () => {
  // What the process allocates once, whoever reads.
  for (let n = 0; n < 300; n += 1) await post(`before ${n}`);
  const before = await residentMemory(api.pid);
  const readers: Follower[] = [];
  while (readers.length < READERS)
    readers.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => Follower.open(stream(), { key: rootApiKey })))),
    );
  await until(
    async () => readers.every(({ lastId }) => lastId !== ''),
    (all) => all,
  );
  const titles = Array.from({ length: 50 }, (_, n) => `alarm ${n}`);
  for (const title of titles) await post(title, 'x'.repeat(1_000));
  await until(
    async () => readers.every(({ messages }) => messages.length === titles.length),
    (all) => all,
    30_000,
  );
  const taken = (await residentMemory(api.pid)) - before;
  expect(readers.every((reader) => reader.titles.join() === titles.join())).toBe(true);
  expect(taken).toBeLessThan(100);
  for (const reader of readers) reader.close();
});

it('a reader that takes nothing is cut off and the process does not grow', async () => {
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
  const quick = await Follower.open(stream(), { key: rootApiKey });
  await until(
    async () => quick.lastId,
    (id) => id !== '',
  );
  const titles = Array.from({ length: 300 }, (_, n) => `large ${n}`);
  for (const title of titles) await post(title, 'x'.repeat(60_000));
  await until(
    async () => quick.messages.length,
    (heard) => heard >= titles.length,
  );
  await until(
    async () => api.logs(),
    (logs) => logs.includes('a reader that takes nothing is dropped'),
    30_000,
  );
  expect(quick.ended).toBe(false);
  stalled.destroy();
  quick.close();
});
