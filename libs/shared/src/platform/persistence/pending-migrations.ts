import type { Pool } from 'pg';
import { SHARED_MIGRATIONS, type ContextMigrations } from './migrate.js';

const UNDEFINED_TABLE = '42P01';

/** Returns the names of migrations that this release needs and that have not run in the database. */
export async function findPendingMigrations(
  pool: Pool,
  contexts: readonly ContextMigrations[],
): Promise<readonly string[]> {
  const pending: string[] = [];
  for (const { context, migrations } of [SHARED_MIGRATIONS, ...contexts]) {
    const applied = await findApplied(pool, context);
    pending.push(...migrations.map(({ name }) => name).filter((name) => !applied.has(name)));
  }
  return pending;
}

async function findApplied(pool: Pool, context: string): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await pool.query<{ name: string }>({
      text: `select name from "migration_${context}"`,
      query_timeout: 2_000,
    });
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}
