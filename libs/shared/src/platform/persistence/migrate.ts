import { DataSource, type MigrationInterface } from 'typeorm';
import { migrateQueues } from '../queue/queue-factory.js';
import { DirectDatabase } from './direct-database.js';
import { CreateChangeFeed1795176000000 } from './migrations/1795176000000-create-change-feed.js';
import { CreateAuditLog1795176004003 } from './migrations/1795176004003-create-audit-log.js';
import { CreateIdempotencyKey1795176004002 } from './migrations/1795176004002-create-idempotency-key.js';
import { CreateQueryFunctions1795176004001 } from './migrations/1795176004001-create-query-functions.js';

export interface ContextMigrations {
  readonly context: string;
  readonly migrations: readonly (new () => MigrationInterface)[];
}

/** What belongs to no context; always first. */
export const SHARED: ContextMigrations = {
  context: 'shared',
  migrations: [
    CreateChangeFeed1795176000000,
    CreateQueryFunctions1795176004001,
    CreateIdempotencyKey1795176004002,
    CreateAuditLog1795176004003,
  ],
};

/**
 * Brings the schema of every context up to date, in the order given, and returns the names of what it ran.
 * Safe when several processes do so at once: one works, the others wait and find nothing left to do.
 */
export async function migrate(url: string, contexts: readonly ContextMigrations[]): Promise<string[]> {
  return new DirectDatabase(url).session(async (lock) => {
    await lock.query(`select pg_advisory_lock(hashtext('tocsin migrations'))`);
    await migrateQueues(url);
    const done: string[] = [];
    for (const { context, migrations } of [SHARED, ...contexts]) {
      // Whose connection broke has lost the lock, and must not go on beside who took it.
      await lock.query('select');
      const dataSource = await new DataSource({
        type: 'postgres',
        url,
        migrations: [...migrations],
        migrationsTableName: `migration_${context}`,
        migrationsTransactionMode: 'each',
      }).initialize();
      try {
        for (const { name } of await dataSource.runMigrations()) done.push(`${context}: ${name}`);
      } finally {
        await dataSource.destroy();
      }
    }
    return done;
  });
}
