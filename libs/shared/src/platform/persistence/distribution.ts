interface SqlRunner {
  query(statement: {
    readonly text: string;
    readonly query_timeout: number;
  }): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
}

/** Milliseconds to wait for the answer. Senders may wait for a write that follows it. */
const TIMEOUT = 5_000;

const known = new WeakMap<SqlRunner, boolean>();

/**
 * Whether the tables of this database are distributed over several machines. The database is asked once for each pool or
 * connection: tables are distributed only while nothing else runs.
 */
export async function isDistributed(sql: SqlRunner): Promise<boolean> {
  const before = known.get(sql);
  if (before !== undefined) return before;
  // Two steps, because a statement can name only a table that exists.
  const isCitus = await holds(sql, `to_regclass('pg_catalog.pg_dist_partition') is not null`);
  const answer =
    isCitus && (await holds(sql, `exists (select from pg_dist_partition where partmethod = 'h')`));
  known.set(sql, answer);
  return answer;
}

async function holds(sql: SqlRunner, condition: string): Promise<boolean> {
  const { rows } = await sql.query({ text: `select ${condition} as holds`, query_timeout: TIMEOUT });
  return rows[0]?.['holds'] === true;
}
