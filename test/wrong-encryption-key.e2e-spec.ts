import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Encryption } from '#shared/platform/encryption.js';
import { call, createWebhook, until } from './client.js';
import { createTestDatabase, startTestServer, type TestDatabase, type TestServer } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { encryptionKey, startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

const WRONG = Buffer.alloc(32, 2);
const wrong = { ENCRYPTION_KEY: WRONG.toString('base64') };

let server: TestServer;
let replaced: TestDatabase;
let spool: TestFolder;
const running: AppUnderTest[] = [];

beforeAll(async () => {
  [server, replaced, spool] = await Promise.all([
    startTestServer(),
    createTestDatabase(),
    createTestFolder('spool'),
  ]);
  const api = await trackApp(startApi({ databaseUrl: server.url }));
  await createWebhook(api.url, 'direct');
  await api.kill();
}, 120_000);
afterAll(async () => {
  await Promise.all(running.map((app) => app.kill()));
  await server?.close();
  await replaced?.drop();
  await spool?.remove();
});

async function trackApp(starting: Promise<AppUnderTest>): Promise<AppUnderTest> {
  const app = await starting;
  running.push(app);
  return app;
}

const keyIsValid = async ({ metricsUrl }: AppUnderTest) =>
  /^tocsin_encryption_key_valid (\d)$/m.exec(await (await fetch(`${metricsUrl}/metrics`)).text())?.[1];
const readiness = ({ url }: AppUnderTest) => call<{ detail?: string }>('GET', `${url}/health/ready`);
const REFUSAL = /^ENCRYPTION_KEY is not the key of this database, .*ENCRYPTION_KEY_OLD\.\n$/;

it.each([
  ['API', startApi],
  ['worker', startWorker],
] as const)('the %s does not start with another key than that of the database', async (_, start) => {
  const app = await trackApp(start({ databaseUrl: server.url, env: wrong, ready: false }));
  expect(await app.exitMessage).toContain('1');
  expect(app.logs()).toMatch(REFUSAL);
  const replacing = { ...wrong, ENCRYPTION_KEY_OLD: encryptionKey };
  const both = await trackApp(start({ databaseUrl: server.url, env: replacing }));
  expect(await keyIsValid(both)).toBe('1');
  await both.kill();
});

it('a wrong key is not recorded for a database without a recorded key', async () => {
  // The worker of the previous test may have re-encrypted the stored secrets.
  const both = { ENCRYPTION_KEY: encryptionKey, ENCRYPTION_KEY_OLD: wrong.ENCRYPTION_KEY };
  const worker = await trackApp(startWorker({ databaseUrl: server.url, env: both }));
  const right = new Encryption({
    encryptionKey: Buffer.from(encryptionKey, 'base64'),
    oldEncryptionKey: null,
  });
  const stored = `select access_key as secret from webhook union all select sealed from encryption_key_check`;
  await until(
    () => sql<{ secret: Buffer }>(server.url, stored),
    (rows) => rows.length === 2 && rows.every(({ secret }) => right.hasKeyFor(secret)),
  );
  await worker.kill();
  await sql(server.url, 'delete from encryption_key_check');
  const app = await trackApp(startApi({ databaseUrl: server.url, env: wrong, ready: false }));
  expect(await app.exitMessage).toContain('1');
  expect(app.logs()).toMatch(REFUSAL);
  expect(await sql(server.url, 'select * from encryption_key_check')).toEqual([]);
  await (await trackApp(startApi({ databaseUrl: server.url }))).kill();
  expect(await sql(server.url, 'select * from encryption_key_check')).toHaveLength(1);
});

// The tests mostly wait, so they run concurrently.
it.concurrent(
  'a process reports by a metric that the key of the database was replaced',
  { timeout: 120_000 },
  async () => {
    const app = await trackApp(startApi({ databaseUrl: replaced.url }));
    expect(await keyIsValid(app)).toBe('1');
    const other = new Encryption({ encryptionKey: WRONG, oldEncryptionKey: null });
    await sql(replaced.url, 'update encryption_key_check set sealed = $1', [
      other.encrypt('tocsin encryption key check'),
    ]);
    await until(
      () => keyIsValid(app),
      (valid) => valid === '0',
      40_000,
    );
    expect((await readiness(app)).status).toBe(200);
  },
);

it.concurrent(
  'a spool is ready without the database only with a key that was checked before',
  { timeout: 120_000 },
  async ({ onTestFinished }) => {
    const env = { SPOOL_DIR: spool.path };
    await (await trackApp(startApi({ databaseUrl: server.url, env }))).stop();
    const kept = join(spool.path, 'encryption-key-check');
    expect((await readFile(kept)).length).toBeGreaterThan(40);

    await server.postgres.kill();
    const right = await trackApp(startApi({ databaseUrl: server.url, env }));
    expect((await readiness(right)).status).toBe(200);
    await right.kill();
    const bad = await trackApp(
      startApi({ databaseUrl: server.url, env: { ...env, ...wrong }, ready: false }),
    );
    await rm(kept);
    const fresh = await trackApp(startApi({ databaseUrl: server.url, env, ready: false }));
    onTestFinished(() => fresh.kill());
    for (const app of [bad, fresh]) {
      const answer = await until(
        () => readiness(app).catch(() => undefined),
        (each) => each !== undefined,
      );
      expect([answer?.status, answer?.body.detail]).toEqual([
        503,
        'ENCRYPTION_KEY has not been compared with the database yet',
      ]);
      expect(await keyIsValid(app)).toBe('0');
    }

    await server.postgres.start();
    await until(
      () => readiness(fresh),
      ({ status }) => status === 200,
    );
    expect(await bad.exitMessage).toContain('1');
    expect(bad.logs()).toContain('ENCRYPTION_KEY is not the key of this database');
  },
);
