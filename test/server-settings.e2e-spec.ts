import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from './cli.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startPgBouncer, type PgBouncer } from './pgbouncer.js';
import { encryptionKey, rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';
import { hasProgram } from './requirements.js';
import { sql } from './sql.js';

const PGBOUNCER = hasProgram('pgbouncer', 'apt-get install pgbouncer');
const DELIVERIES = 30;

let server: TestServer;
let folder: TestFolder;
let pooler: PgBouncer | undefined;
let api: AppUnderTest;
let pooled: AppUnderTest | undefined;
let worker: AppUnderTest;
let webhook: CreatedWebhook;

/** Settings that an administrator may have changed for other programs. */
const SET = [
  'synchronous_commit = off',
  `"DateStyle" = 'SQL, DMY'`,
  `"IntervalStyle" = 'iso_8601'`,
  `"TimeZone" = 'Asia/Kathmandu'`,
  'bytea_output = escape',
  `default_transaction_isolation = 'serializable'`,
];

beforeAll(async () => {
  [server, folder] = await Promise.all([startTestServer({ durable: true }), createTestFolder('settings')]);
  for (const setting of SET) await sql(server.url, `alter database tocsin set ${setting}`);
  // The WAL writer flushes asynchronous commits. This delays it until after the kill.
  await sql(server.url, `alter system set wal_writer_delay = '10s'`);
  await sql(server.url, `alter system set wal_writer_flush_after = '1GB'`);
  await sql(server.url, 'select pg_reload_conf()');
  if (PGBOUNCER) pooler = await startPgBouncer(folder.path, server.url, 5);
  const direct = { databaseUrl: server.url };
  [api, worker] = await Promise.all([startApi(direct), startWorker(direct)]);
  if (pooler !== undefined)
    pooled = await startApi({ databaseUrl: pooler.url, env: { DATABASE_DIRECT_URL: server.url } });
  webhook = await createWebhook(api.url, 'direct');
});
afterAll(async () => {
  await Promise.all([api, pooled, worker].map((app) => app?.kill()));
  pooler?.stop();
  await server?.close();
  await folder?.remove();
});

const post = (app: AppUnderTest, event_key: string) =>
  call('POST', app.url + webhook.path, { event_key, title: 'Disk full' }, {});

async function countSurvivors(app: AppUnderTest): Promise<number> {
  const counted = async () =>
    (await sql<{ n: number }>(server.url, 'select sum(delivery_count)::int as n from delivery_segment'))[0]
      ?.n ?? 0;
  const before = await counted();
  for (let n = 0; n < DELIVERIES; n += 1)
    await until(
      () => post(app, `k${n}`),
      ({ status }) => status === 202,
    );
  await server.postgres.kill();
  await server.postgres.start();
  return (await counted()) - before;
}

/** Ends all sessions, because a session keeps the defaults it began with. */
const endSessions = () =>
  sql(
    server.url,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
  );

describe('unsafe settings of the database server', () => {
  it('acknowledged deliveries survive a crash although synchronous_commit is off', async () => {
    // A synchronous commit also flushes all earlier ones, so no other process may commit meanwhile.
    await worker.stop();
    expect(await countSurvivors(api)).toBe(DELIVERIES);
    if (pooled !== undefined) expect(await countSurvivors(pooled)).toBe(DELIVERIES);
    worker = await startWorker({ databaseUrl: server.url });
  });

  it('times of events are correct whatever the date style and the time zone', async () => {
    const events = () =>
      call<{ results: { created_at: string }[] }>(
        'GET',
        `${(pooled ?? api).url}/monitoring/v1/events?domain_id=demo`,
      );
    const { body } = await until(
      events,
      ({ status, body: { results } }) => status === 200 && results.length >= DELIVERIES,
    );
    const ages = body.results.map(({ created_at }) => Date.now() - Date.parse(created_at));
    expect(Math.max(...ages)).toBeLessThan(60_000);
    expect(Math.min(...ages)).toBeGreaterThan(-5_000);
  });

  it('deliveries are accepted although default_transaction_read_only is on', async () => {
    await sql(server.url, 'alter database tocsin set default_transaction_read_only = on');
    await endSessions();
    await until(
      () => post(api, 'read-only'),
      ({ status }) => status === 202,
      5_000,
    );
    expect((await call('GET', `${api.url}/health/ready`)).status).toBe(200);
    await sql(
      server.url,
      'begin read write; alter database tocsin reset default_transaction_read_only; commit',
    );
    // Otherwise sessions that the pooler opened meanwhile would stay read-only.
    await endSessions();
  });

  it('full_page_writes = off is reported by log, metric and doctor', async () => {
    const metrics = async () => (await fetch(`${api.metricsUrl}/metrics`)).text();
    const unsafe = /^tocsin_database_setting_unsafe\{setting="full_page_writes"\} (\d)$/m;
    const doctor = async () => {
      const { out, err } = await runCli(['doctor', '--json'], {
        TOCSIN_URL: 'http://127.0.0.1:4',
        DATABASE_URL: pooler?.url ?? server.url,
        DATABASE_DIRECT_URL: server.url,
        ROOT_API_KEY: rootApiKey,
        ENCRYPTION_KEY: encryptionKey,
      });
      if (out === '') throw new Error(err);
      const findings = JSON.parse(out) as { check: string; state: string; message: string }[];
      return new Map(findings.map((finding) => [finding.check, finding]));
    };
    expect((await doctor()).get('durability')).toMatchObject({ state: 'ok' });
    expect(unsafe.exec(await metrics())?.[1]).toBe('0');
    await sql(server.url, 'alter system set full_page_writes = off');
    await sql(server.url, 'select pg_reload_conf()');
    onTestFinished(async () => {
      await sql(server.url, 'alter system reset full_page_writes');
      await sql(server.url, 'select pg_reload_conf()');
    });
    await until(metrics, (text) => unsafe.exec(text)?.[1] === '1');
    // Log output may arrive after the response.
    await expect.poll(() => api.logs()).toContain('full_page_writes of the database is off');
    const findings = await doctor();
    expect(findings.get('durability')).toMatchObject({ state: 'bad' });
    expect(findings.get('durability')?.message).toContain('full_page_writes off');
    if (pooler !== undefined)
      expect(findings.get('sessions through the pooler')).toMatchObject({ state: 'warning' });
  });
});
