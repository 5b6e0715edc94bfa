import type { ClientBase, Pool } from 'pg';

/** What one list or statistic may write to temporary files on the disk of the database. */
export const TEMP_FILES = '1GB';
/** What PostgreSQL says then (configuration_limit_exceeded). */
export const TEMP_FILES_EXCEEDED = '53400';

const MAY_SET = `has_parameter_privilege('temp_file_limit', 'SET')`;
const CURRENT = `current_setting('temp_file_limit')`;

/**
 * For a connection that answers questions of callers, who decide what is sorted and grouped there. Only a superuser may set
 * it, or a role that was granted it; a limit of the server's own is left. Not for other connections: making an index of a
 * large table needs more.
 */
export async function limitTempFiles(client: ClientBase, timeoutMs: number): Promise<void> {
  const text = `select set_config('temp_file_limit', '${TEMP_FILES}', false) where ${CURRENT} = '-1' and ${MAY_SET}`;
  await client.query({ text, query_timeout: timeoutMs });
}

/** The server's own limit for this role, `undefined` where there is none, and whether the role may set one. */
export async function readTempFileLimit(
  pool: Pool,
): Promise<{ readonly limit: string | undefined; readonly maySet: boolean }> {
  const { rows } = await pool.query<{ limit: string; may_set: boolean }>(
    `select ${CURRENT} as limit, ${MAY_SET} as may_set`,
  );
  const limit = rows[0]?.limit;
  return { limit: limit === '-1' ? undefined : limit, maySet: rows[0]?.may_set === true };
}
