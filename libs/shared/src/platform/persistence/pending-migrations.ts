import type { Pool } from 'pg';
import { SHARED, type ContextMigrations } from './migrate.js';

const UNDEFINED_TABLE = '42P01';

/** Names of the migrations that this release needs and the database has not had. */
export async function pendingMigrations(
  pool: Pool,
  contexts: readonly ContextMigrations[],
): Promise<readonly string[]> {
  const pending: string[] = [];
  for (const { context, migrations } of [SHARED, ...contexts]) {
    const done = await doneIn(pool, context);
    pending.push(...migrations.map(({ name }) => name).filter((name) => !done.has(name)));
  }
  return pending;
}

async function doneIn(pool: Pool, context: string): Promise<ReadonlySet<string>> {
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
