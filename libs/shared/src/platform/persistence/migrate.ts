import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import type { Client, Pool } from 'pg';
import { migrateQueues } from '../queue/queue-pool.js';
import { DirectDatabase } from './direct-database.js';
import { distribute, requireCitus, type Placements } from './distribute.js';
import { isDistributed } from './distribution.js';
import { ReadOtherInstants1795400000101 } from './migrations/1795400000101-create-schema-of-0-2.js';

export interface ContextMigrations {
  readonly context: string;
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly placements?: Placements;
}

/** The migrations that belong to no context. They always run first. */
export const SHARED_MIGRATIONS: ContextMigrations = {
  context: 'shared',
  migrations: [ReadOtherInstants1795400000101],
};

/** Milliseconds that a migration waits for a lock on a table. All later statements on the table wait behind it. */
const LOCK_TIMEOUT_MS = 3_000;
const RETRY_MS = 2_000;
const MAX_ATTEMPTS = 30;
const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';

/**
 * Migrates the schema of every context, in the order given, and returns the names of the migrations that ran. Several
 * processes may call it at the same time: one migrates, and the others wait and find nothing left to do.
 * @param shouldDistribute whether to distribute the tables over several machines; once they are, later tables are too
 */
export async function migrate(
  url: string,
  contexts: readonly ContextMigrations[],
  shouldDistribute = false,
): Promise<string[]> {
  return new DirectDatabase(url).withSession(async (lock) => {
    await lock.query(`select pg_advisory_lock(hashtext('tocsin migrations'))`);
    await requireEncoding(lock);
    if (shouldDistribute) await requireCitus(lock);
    await migrateQueues(url);
    const applied: string[] = [];
    for (const { context, migrations } of [SHARED_MIGRATIONS, ...contexts]) {
      // If the connection broke, the lock is lost. This process must not go on beside the one that has it now.
      await lock.query('select');
      await requireSupportedSchema(lock, context, migrations);
      const dataSource = await new DataSource({
        type: 'postgres',
        url,
        migrations: [...migrations],
        migrationsTableName: `migration_${context}`,
        migrationsTransactionMode: 'each',
        extra: { options: `-c lock_timeout=${LOCK_TIMEOUT_MS} -c default_transaction_read_only=off` },
      }).initialize();
      try {
        const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
        await retryOnLock(() => dataSource.runMigrations());
        applied.push(...pending.map(({ name }) => `${context}: ${name}`));
      } finally {
        await dataSource.destroy();
      }
    }
    if (shouldDistribute || (await isDistributed(lock))) {
      for (const { context, placements = {} } of contexts) {
        const tables = await distribute(lock, placements);
        applied.push(...tables.map((table) => `${context}: distributed ${table}`));
      }
    }
    return applied;
  });
}

/** Retries while a transaction holds a table, and lets it finish. @throws if one still does after two and a half minutes */
async function retryOnLock(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = (error as { driverError?: { code?: string } }).driverError ?? {};
      if (code !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/**
 * Rejects a database that an older release left behind than the first migration continues from. That migration would create
 * tables that exist.
 */
async function requireSupportedSchema(
  client: Client,
  context: string,
  [first]: ContextMigrations['migrations'],
): Promise<void> {
  const applied = await findAppliedMigrations(client, context);
  if (first && applied.size > 0 && !applied.has(first.name))
    throw new Error(
      'The schema of the database is older than release 0.2.0: run the migrations of release 0.2.0 first, then these',
    );
}

/**
 * Checks the encoding before the first migration: texts of senders contain any characters, and functions of queries count and
 * fold them.
 */
async function requireEncoding(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; is_new: boolean }>(
    `select current_setting('server_encoding') as encoding, to_regclass('migration_shared') is null as is_new`,
  );
  const [{ encoding, is_new } = { encoding: 'UTF8', is_new: true }] = rows;
  if (is_new && encoding !== 'UTF8')
    throw new Error(
      `The database has the encoding ${encoding} and needs UTF8: create it with encoding 'UTF8' locale 'C.UTF-8' template template0`,
    );
}

/** Returns the names of migrations that this release needs and that have not run in the database. */
export async function findPendingMigrations(
  pool: Pool,
  contexts: readonly ContextMigrations[],
): Promise<readonly string[]> {
  const pending: string[] = [];
  for (const { context, migrations } of [SHARED_MIGRATIONS, ...contexts]) {
    const applied = await findAppliedMigrations(pool, context);
    pending.push(...migrations.map(({ name }) => name).filter((name) => !applied.has(name)));
  }
  return pending;
}

async function findAppliedMigrations(sql: Pool | Client, context: string): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await sql.query<{ name: string }>({
      text: `select name from "migration_${context}"`,
      query_timeout: 2_000,
    });
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}
