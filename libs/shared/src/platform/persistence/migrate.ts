import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import type { Client } from 'pg';
import { migrateQueues } from '../queue/queue-pool.js';
import { DirectDatabase } from './direct-database.js';
import { distribute, requireCitus, type Placements } from './distribute.js';
import { isDistributed } from './distribution.js';
import { CreateChangeFeed1795176000000 } from './migrations/1795176000000-create-change-feed.js';
import { CreateAuditLog1795176004003 } from './migrations/1795176004003-create-audit-log.js';
import { CreateIdempotencyKey1795176004002 } from './migrations/1795176004002-create-idempotency-key.js';
import { CreateQueryFunctions1795176004001 } from './migrations/1795176004001-create-query-functions.js';
import { WeighLists1795201000301 } from './migrations/1795201000301-weigh-lists.js';
import { FirstAndLast1795210000501 } from './migrations/1795210000501-first-and-last.js';
import { MergeWithin1795210000801 } from './migrations/1795210000801-merge-within.js';
import { ReadOtherInstants1795400000101 } from './migrations/1795400000101-read-other-instants.js';
import { CreateEncryptionKeyCheck1795300002101 } from './migrations/1795300002101-create-encryption-key-check.js';

export interface ContextMigrations {
  readonly context: string;
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly placements?: Placements;
}

/** The migrations that belong to no context. They always run first. */
export const SHARED_MIGRATIONS: ContextMigrations = {
  context: 'shared',
  migrations: [
    CreateChangeFeed1795176000000,
    CreateQueryFunctions1795176004001,
    CreateIdempotencyKey1795176004002,
    CreateAuditLog1795176004003,
    WeighLists1795201000301,
    FirstAndLast1795210000501,
    MergeWithin1795210000801,
    CreateEncryptionKeyCheck1795300002101,
    ReadOtherInstants1795400000101,
  ],
};

/** Milliseconds that a migration waits for a lock on a table. All later statements on the table wait behind it. */
const LOCK_TIMEOUT_MS = 3_000;
const RETRY_MS = 2_000;
const MAX_ATTEMPTS = 30;
const LOCK_NOT_AVAILABLE = '55P03';

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
