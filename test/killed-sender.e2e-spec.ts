import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestDomain, alarm, notificationUrl, expireLeases } from './notified-domain.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { sql } from './sql.js';

const ALLOW = { NOTIFICATION_ALLOW: '127.0.0.1' };
const LIMIT = 20;
const WARNING_THRESHOLD = 0.8 * LIMIT;
const HELD_KEYS = ['a', 'b', 'c', 'd', 'e'];

let database: TestDatabase;
let receiver: Receiver;
let api: AppUnderTest;
let worker: AppUnderTest;

beforeAll(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
  [api, worker] = (await Promise.all(
    [startApi, startWorker].map((start) => start({ databaseUrl: database.url, env: ALLOW })),
  )) as [AppUnderTest, AppUnderTest];
}, 60_000);
afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await receiver?.close();
  await database?.drop();
});

it(
  'a digest whose sender is killed is sent again under its id with all its notifications',
  { timeout: 120_000 },
  async () => {
    const service = { databaseUrl: database.url, api, worker, stop: async () => undefined };
    const { domain_id, send, notifications } = await createTestDomain(service, receiver, {
      kinds: ['alert.opened'],
    });
    const quota = { domain_id, protocol_id: 'webhook', limit: { day: LIMIT } };
    expect((await call('POST', notificationUrl(service, 'quotas'), quota)).status).toBe(201);
    await send(...Array.from({ length: WARNING_THRESHOLD }, (_, n) => alarm(`urgent ${n}`)));
    await until(
      async () => receiver.received.length,
      (count) => count === WARNING_THRESHOLD,
    );
    await send(...HELD_KEYS.map((key) => alarm(key, { severity: 'WARNING' })));
    await until(
      notifications,
      (all) => all.filter(({ state }) => state === 'HELD').length === HELD_KEYS.length,
    );

    const answer = receiver.answer;
    receiver.answer = () => undefined;
    // As if the 15 minutes until the digest were over.
    await sql(
      database.url,
      'update notification_hold set digest_at = clock_timestamp(), look_at = clock_timestamp()',
    );
    await until(
      async () => receiver.received.length,
      (count) => count > WARNING_THRESHOLD,
    );
    await worker.kill();
    receiver.answer = answer;
    worker = await startWorker({ databaseUrl: database.url, env: ALLOW });

    const digests = () => receiver.received.slice(WARNING_THRESHOLD);
    await until(
      async () => {
        await expireLeases(database.url);
        return digests().length;
      },
      (count) => count > 1,
      60_000,
    );
    const all = await until(notifications, (found) => found.every(({ state }) => state === 'SENT'), 60_000);
    expect(all).toHaveLength(WARNING_THRESHOLD + HELD_KEYS.length + 1);
    expect(digests().map(({ body }) => [body.type, body.data['total']])).toEqual([
      ['digest', HELD_KEYS.length],
      ['digest', HELD_KEYS.length],
    ]);
    expect(new Set(digests().map(({ id }) => id)).size).toBe(1);
    const held = await sql<{ digest_id: string }>(
      database.url,
      `select distinct 'notification_' || digest_id as digest_id, count(*) over ()::int as number from notification
     where digest_id is not null group by digest_id, notification_id`,
    );
    expect(held).toEqual([{ digest_id: expect.any(String), number: HELD_KEYS.length }]);
    const [units] = await sql(
      database.url,
      `select (select sum(consumed) from quota_usage)::int as used, sum(attempt_count)::int as attempts
     from notification`,
    );
    expect(units).toEqual({ used: WARNING_THRESHOLD + 2, attempts: WARNING_THRESHOLD + 2 });
  },
);

it(
  'a notification claimed by a killed worker is sent again under its id, and each attempt takes a unit',
  { timeout: 90_000 },
  async () => {
    receiver.received.length = 0;
    const service = { databaseUrl: database.url, api, worker, stop: async () => undefined };
    const { domain_id, send, notification } = await createTestDomain(service, receiver);
    const hanging = Promise.withResolvers<void>();
    receiver.answer = async (_, response) => {
      await hanging.promise;
      response.destroy();
    };
    await send(alarm('disk'));
    await until(
      async () => receiver.received.length,
      (count) => count === 1,
    );
    await worker.kill();
    receiver.answer = (_, response) => void response.writeHead(200).end();
    hanging.resolve();
    worker = await startWorker({ databaseUrl: database.url, env: ALLOW });
    await until(
      async () => {
        await expireLeases(database.url);
        return receiver.received.length;
      },
      (count) => count === 2,
      40_000,
    );
    const [first, second] = receiver.received;
    expect(second?.id).toBe(first?.id);
    const stored = await until(
      () => notification(String(first?.id)),
      ({ state }) => state === 'SENT',
    );
    expect(stored.attempts.map(({ error }) => error)).toEqual([
      'the worker ended before the outcome was known',
      null,
    ]);
    const [usage] = await sql<{ consumed: number }>(
      database.url,
      `select consumed::int from quota_usage where domain_id = $1 and protocol_id = 'webhook'`,
      [domain_id],
    );
    expect(usage?.consumed).toBe(2);
  },
);
