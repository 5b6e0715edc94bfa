interface DatabaseSession {
  query(statement: {
    readonly text: string;
    readonly query_timeout: number;
  }): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
}

/** Milliseconds to wait for the answer. Senders may wait for a write that follows it. */
const TIMEOUT_MS = 5_000;

const cache = new WeakMap<DatabaseSession, boolean>();

/**
 * Whether the tables of this database are distributed over several machines. The database is asked once for each pool or
 * connection: tables are distributed only while nothing else runs.
 */
export async function isDistributed(sql: DatabaseSession): Promise<boolean> {
  const cached = cache.get(sql);
  if (cached !== undefined) return cached;
  // Two steps, because a statement can name only a table that exists.
  const isCitus = await checkCondition(sql, `to_regclass('pg_catalog.pg_dist_partition') is not null`);
  const isDistributedDatabase =
    isCitus && (await checkCondition(sql, `exists (select from pg_dist_partition where partmethod = 'h')`));
  cache.set(sql, isDistributedDatabase);
  return isDistributedDatabase;
}

async function checkCondition(sql: DatabaseSession, condition: string): Promise<boolean> {
  const { rows } = await sql.query({ text: `select ${condition} as holds`, query_timeout: TIMEOUT_MS });
  return rows[0]?.['holds'] === true;
}
