import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { rootApiKey, startApi, type AppUnderTest } from './processes.js';
import { timed } from './slowness.js';
import { sql } from './sql.js';

interface Key {
  readonly api_key_id: string;
  readonly api_key: string;
}

let database: TestDatabase;
let one: AppUnderTest;
let other: AppUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, env: { LOG_LEVEL: 'trace' } };
  [one, other] = await Promise.all([startApi(options), startApi(options)]);
}, 60_000);
afterAll(async () => {
  await Promise.all([one?.kill(), other?.kill()]);
  await database.drop();
});

const keyUrl = ({ api_key_id }: Key, verb = '') =>
  `${one.url}/identity/v1/api-key/${api_key_id}${verb && `/${verb}`}?domain_id=d1`;
const create = async (fields: object = {}) =>
  (await call<Key>('POST', `${one.url}/identity/v1/api-keys`, { user_id: 'u', domain_id: 'd1', ...fields }))
    .body;
const statusWith = async ({ url }: AppUnderTest, { api_key }: Key) =>
  (await call('GET', `${url}/monitoring/v1/plugins`, undefined, { authorization: `Bearer ${api_key}` }))
    .status;

/** Waits until the other process rejects a key that it has cached. */
async function waitUntilRefused(key: Key): Promise<void> {
  for (let status = 200; status === 200; await sleep(5)) status = await statusWith(other, key);
  expect(await statusWith(other, key)).toBe(401);
}

const cutListeners = () =>
  sql(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tocsin change listener' and datname = current_database()`,
  );

/** Runs `work` without change notifications: the connections of the listeners are cut as soon as they are back. */
async function withoutListeners<T>(work: () => Promise<T>): Promise<T> {
  const stopped = new AbortController();
  let cutCount = 0;
  const cutting = (async () => {
    for (; !stopped.signal.aborted; await sleep(20)) cutCount += (await cutListeners()).length;
  })();
  await until(
    () => Promise.resolve(cutCount),
    (times) => times >= 2,
  );
  try {
    return await work();
  } finally {
    stopped.abort();
    await cutting;
  }
}

describe('an API key that becomes invalid in one process', () => {
  const ends: readonly [string, (key: Key) => Promise<unknown>][] = [
    ['disabled', (key) => call('PUT', keyUrl(key, 'disable'))],
    ['deleted', (key) => call('DELETE', keyUrl(key))],
    ['rotated', (key) => call('PUT', keyUrl(key, 'rotate'))],
  ];
  it.each(ends)('is rejected by another process within a second after it is %s', async (_, end) => {
    for (const hasListeners of [true, false]) {
      const run = async () => {
        const key = await create();
        expect(await statusWith(other, key)).toBe(200);
        // Until the change feed has reported the creation, the other process may not cache the key.
        await sleep(700);
        expect(await statusWith(other, key)).toBe(200);
        return timed(async () => {
          await end(key);
          await waitUntilRefused(key);
        });
      };
      expect(await (hasListeners ? run() : withoutListeners(run))).toBeLessThan(1000);
    }
  });

  it('is rejected by another process within a second after it expires', async () => {
    const expires = Date.now() + 2000;
    const key = await create({ expires_at: new Date(expires).toISOString() });
    expect(await statusWith(other, key)).toBe(200);
    await waitUntilRefused(key);
    expect(Date.now()).toBeGreaterThanOrEqual(expires);
    expect(Date.now()).toBeLessThan(expires + 1000);
  });

  it('is accepted until its grace period after a rotation ends', async () => {
    const key = await create();
    expect(await statusWith(other, key)).toBe(200);
    const { status, body: next } = await call<Key>('PUT', keyUrl(key, 'rotate'), { grace_seconds: 2 });
    expect(status).toBe(200);
    await sleep(1000);
    expect([await statusWith(other, key), await statusWith(other, next)]).toEqual([200, 200]);
    expect(await timed(() => waitUntilRefused(key))).toBeLessThan(2000);
    expect(await statusWith(other, next)).toBe(200);
  });
});

it('last_accessed_at is accurate to a minute without a write for each use', async () => {
  const key = await create();
  const updates = async () => {
    await sql(database.url, 'select pg_stat_force_next_flush()');
    const [row] = await sql<{ updates: string }>(
      database.url,
      `select n_tup_upd as updates from pg_stat_user_tables where relname = 'api_key'`,
    );
    return Number(row?.updates);
  };
  const before = await updates();
  for (let times = 0; times < 300; times++) expect(await statusWith(times % 2 ? one : other, key)).toBe(200);
  const used = Date.now();
  const { body } = await until(
    () => call<{ last_accessed_at: string | null }>('GET', keyUrl(key)),
    (answer) => Date.parse(answer.body.last_accessed_at ?? '') >= used - 2000,
    60_000,
  );
  expect(Math.abs(Date.parse(String(body.last_accessed_at)) - used)).toBeLessThan(60_000);
  // Includes updates by the other tests of this file.
  expect((await updates()) - before).toBeLessThan(30);
}, 90_000);

it('log lines contain no keys, whatever the request', async () => {
  const { path } = await createWebhook(one.url, 'direct', 'd1');
  const accessKey = path.split('/').at(-2) ?? '';
  const wrong = 'wrongwrongwrongwrongwrongwrong99';
  const key = await create();
  const secret = { authorization: `Bearer ${key.api_key}` };
  for (const [url, body] of [
    [path, { event_key: 'a', title: 'a' }],
    [path, '{"broken'],
    [`${path}?token=secretinquery`, {}],
    [path.replace(accessKey, wrong), {}],
    [`${path}/%zz`, {}],
    [`/nowhere/${accessKey}?key=${key.api_key}`, {}],
  ] as const) {
    expect((await call('POST', one.url + url, body, secret)).status).toBeLessThan(500);
  }
  await call('GET', `${one.url}/monitoring/v1/webhooks?api_key=${key.api_key}`, undefined, secret);
  await until(
    () => Promise.resolve(one.logs()),
    (logs) => logs.includes('/monitoring/v1/webhook/:webhook_id/:access_key/events'),
  );
  for (const each of [accessKey, wrong, 'secretinquery', key.api_key, rootApiKey]) {
    expect(one.logs() + other.logs()).not.toContain(each);
  }
});
