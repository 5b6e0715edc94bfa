import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readReplicationMode } from '#shared/platform/persistence/durability-watch.js';
import { startStandby, type Standby } from './chaos/standby.js';
import { runCli } from './cli.js';
import { until } from './client.js';
import { startTestServer, type TestServer } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { encryptionKey, rootApiKey, startApi, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

let server: TestServer;
let folder: TestFolder;
let standby: Standby | undefined;
let api: AppUnderTest;

beforeAll(async () => {
  [server, folder] = await Promise.all([startTestServer({ durable: true }), createTestFolder('standby')]);
  api = await startApi({ databaseUrl: server.url });
}, 120_000);
afterAll(async () => {
  await api?.kill();
  await standby?.close();
  await server?.close();
  await folder?.remove();
});

const readMetric = async () =>
  /^tocsin_database_standby_asynchronous (\d)$/m.exec(
    await (await fetch(`${api.metricsUrl}/metrics`)).text(),
  )?.[1];

async function askDoctor() {
  const { out } = await runCli(['doctor', '--json'], {
    TOCSIN_URL: 'http://127.0.0.1:4',
    DATABASE_URL: server.url,
    ROOT_API_KEY: rootApiKey,
    ENCRYPTION_KEY: encryptionKey,
  });
  const findings = JSON.parse(out) as { check: string; state: string; message: string }[];
  return findings.find(({ check }) => check === 'standbys');
}

async function readModeAs(role: string): Promise<string> {
  const url = new URL(server.url);
  [url.username, url.password] = [role, role];
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  try {
    return await readReplicationMode(pool);
  } finally {
    await pool.end();
  }
}

it('a standby that commits do not wait for is told', { timeout: 90_000 }, async () => {
  expect(await askDoctor()).toMatchObject({ state: 'ok', message: 'there are none' });
  expect(await readMetric()).toBe('0');

  standby = await startStandby(server.postgres, join(folder.path, 'standby'));
  await until(readMetric, (value) => value === '1', 20_000);
  expect(await askDoctor()).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('asynchronous'),
  });

  await sql(server.url, `create role blind login password 'blind'`);
  await sql(server.url, `create role seeing login password 'seeing' in role pg_monitor`);
  expect([await readModeAs('blind'), await readModeAs('seeing')]).toEqual(['unknown', 'asynchronous']);

  await sql(server.url, `alter system set synchronous_standby_names = '*'`);
  await sql(server.url, 'select pg_reload_conf()');
  await until(readMetric, (value) => value === '0', 20_000);
  expect(await askDoctor()).toMatchObject({ state: 'ok', message: 'a commit waits for a standby' });
});
