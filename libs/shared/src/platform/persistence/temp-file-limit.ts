import type { ClientBase, Pool } from 'pg';

/** The maximum size of the temporary files of one list or stat, on the disk of the database. */
export const MAX_TEMP_FILES = '1GB';
/** The SQLSTATE beyond that limit (configuration_limit_exceeded). */
export const TEMP_FILES_EXCEEDED = '53400';

const CAN_SET_SQL = `has_parameter_privilege('temp_file_limit', 'SET')`;
const CURRENT_LIMIT_SQL = `current_setting('temp_file_limit')`;

/**
 * Limits temporary files on a connection for queries of callers, who decide what is sorted and grouped. Only a superuser or a
 * role that was granted it may change this setting; a limit of the server is left. Other connections have no limit: creating
 * an index of a large table needs more.
 */
export async function limitTempFiles(client: ClientBase, timeoutMs: number): Promise<void> {
  const text = `select set_config('temp_file_limit', '${MAX_TEMP_FILES}', false) where ${CURRENT_LIMIT_SQL} = '-1' and ${CAN_SET_SQL}`;
  await client.query({ text, query_timeout: timeoutMs });
}

/** Returns the server's own limit for this role, `undefined` if there is none, and whether the role may set one. */
export async function readTempFileLimit(
  pool: Pool,
): Promise<{ readonly limit: string | undefined; readonly maySet: boolean }> {
  const { rows } = await pool.query<{ limit: string; may_set: boolean }>(
    `select ${CURRENT_LIMIT_SQL} as limit, ${CAN_SET_SQL} as may_set`,
  );
  const limit = rows[0]?.limit;
  return { limit: limit === '-1' ? undefined : limit, maySet: rows[0]?.may_set === true };
}
