import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject, it } from 'vitest';
import { EmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.js';
import { migrateEverything } from '../tools/migrations.js';
import { createCitusDatabase, dropCitusDatabase } from './citus.js';
import { copyCluster } from './cluster.js';
import { createTestFolder } from './folder.js';
import { sql } from './sql.js';

export const isSingleServer = inject('testServer').template !== null;

/** `it` for properties that a cluster does not guarantee. */
export const itOnSingleServer = isSingleServer ? it : it.skip;

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a migrated database: a copy of the template in about 50 ms, or on Citus a new one in some seconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('testServer');
  const name = `tocsin_test_${randomBytes(6).toString('hex')}`;
  if (template === null) {
    return {
      url: await createCitusDatabase(server, name),
      drop: () => dropCitusDatabase(server, name),
    };
  }
  await sql(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await waitUntilUnused(server, name);
      await sql(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Waits up to 500 ms until all connections are closed. Dropping the database by force would raise errors in closing pools
 * that nobody handles any more.
 */
async function waitUntilUnused(server: string, name: string): Promise<void> {
  for (const deadline = Date.now() + 500; Date.now() < deadline; await sleep(25)) {
    const [row] = await sql<{ used: boolean }>(
      server,
      `select exists (select from pg_stat_activity where datname = $1 and backend_type = 'client backend') as used`,
      [name],
    );
    if (row?.used === false) return;
  }
}

export interface TestServer {
  readonly url: string;
  readonly postgres: EmbeddedPostgres;
  close(): Promise<void>;
}

/** Starts a migrated server for one test, which may stop, kill and restart it under the same address. */
export async function startTestServer({ durable = false } = {}): Promise<TestServer> {
  const folder = await createTestFolder('test');
  const postgres = await EmbeddedPostgres.open({ dataDir: join(folder.path, 'data'), durable });
  const { cluster } = inject('testServer');
  if (cluster !== null) await copyCluster(cluster, postgres.dataDirectory);
  await postgres.start();
  const url = postgres.url('tocsin');
  if (cluster === null) {
    await postgres.createDatabase('tocsin');
    await migrateEverything(url);
  }
  return {
    url,
    postgres,
    close: async () => {
      await postgres.close();
      await folder.remove();
    },
  };
}
