import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createWebhook, until } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startPgBouncer, type PgBouncer } from './pgbouncer.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { requireProgram } from './requirements.js';

/** The most connections of one process according to docs/operations.md: direct ones, and through the pooler. */
const DIRECT = { api: 8, worker: 15 };
const DEFAULT_POOL_SIZE = 10;
const POOLED = 14;
const ALARMS = 400;

requireProgram('pgbouncer', 'apt-get install pgbouncer')('behind PgBouncer in transaction mode', () => {
  let server: TestServer;
  let folder: TestFolder;
  let pooler: PgBouncer;
  let apps: AppUnderTest[];

  beforeAll(async () => {
    [server, folder] = await Promise.all([startTestServer(), createTestFolder('pgbouncer')]);
    pooler = await startPgBouncer(folder.path, server.url, DEFAULT_POOL_SIZE);
    const options = { databaseUrl: pooler.url, env: { DATABASE_DIRECT_URL: server.url } };
    apps = await Promise.all([
      startApi(options),
      startApi(options),
      startWorker(options),
      startWorker(options),
    ]);
  }, 120_000);

  afterAll(async () => {
    await Promise.all((apps ?? []).map((app) => app.kill()));
    pooler?.stop();
    await server?.close();
    await folder?.remove();
  });

  it('every delivery becomes one event, and lists and statistics work', { timeout: 120_000 }, async () => {
    const [one, other] = apps as [AppUnderTest, AppUnderTest];
    const webhooks = await Promise.all(Array.from({ length: 4 }, () => createWebhook(one.url, 'direct')));
    const path = (n: number) => webhooks[n % webhooks.length]?.path ?? '';
    const sent = Array.from({ length: ALARMS }, (_, n) =>
      call('POST', (n % 2 ? one : other).url + path(n), { event_key: `k${n}`, title: `T${n}` }, {}),
    );
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([202]));
    const listed = await until(
      () => call<{ total_count: number }>('GET', `${one.url}/monitoring/v1/events?domain_id=demo`),
      ({ body }) => body.total_count === ALARMS,
      60_000,
    );
    expect(listed.status).toBe(200);
    const query = { aggregate: [{ count: { name: 'n' } }] };
    const stat = await call('POST', `${one.url}/monitoring/v1/events/stat`, { domain_id: 'demo', query });
    expect(stat).toMatchObject({ status: 200, body: { results: [{ n: ALARMS }] } });
    const ledger = await call('GET', `${one.url}/monitoring/v1/ledger`);
    expect(ledger.body).toMatchObject({ balanced: true });
  });

  it('no process has more connections than the documentation says', async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<{ direct: number }>(
      `select count(*)::int as direct from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    await client.end();
    expect(rows[0]?.direct).toBeLessThanOrEqual(2 * DIRECT.api + 2 * DIRECT.worker + DEFAULT_POOL_SIZE);
    const pools = await Promise.all(
      apps.map(async ({ metricsUrl }) => {
        const text = await (await fetch(`${metricsUrl}/metrics`)).text();
        const sizes = [...text.matchAll(/^tocsin_pool_size\{.*\} (\d+)$/gm)].map(([, size]) => Number(size));
        return sizes.reduce((sum, size) => sum + size, 0);
      }),
    );
    expect(pools).toEqual(apps.map(() => POOLED));
  });
});
