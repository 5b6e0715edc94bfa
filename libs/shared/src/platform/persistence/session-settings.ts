import type { ClientBase } from 'pg';

/**
 * Settings that decide how values are stored and read. They are set explicitly, because a database or role may have other
 * defaults.
 */
const FORMAT_SETTINGS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
};
const SESSION_SETTINGS = {
  bytea_output: 'hex',
  default_transaction_read_only: 'off',
  default_transaction_isolation: 'read committed',
};

/**
 * Returns an SQL expression, to be part of a statement, that makes a commit wait for the disk and for synchronous standbys:
 * whatever is acknowledged relies on it. `remote_write` and `remote_apply` are left as they are. `isLocal`: until the end of
 * the transaction.
 */
export const syncCommitSql = (isLocal: boolean): string => `
  case when current_setting('synchronous_commit') in ('off', 'local')
    then set_config('synchronous_commit', 'on', ${isLocal}) end`;

/**
 * Applies the settings to a new connection.
 * @param isPooled whether the connection goes through a pooler in transaction mode, which runs each transaction in another
 * session and preserves only settings of how values are written
 */
export async function applySessionSettings(
  client: ClientBase,
  isPooled: boolean,
  timeoutMs: number,
): Promise<void> {
  const settings = Object.entries({ ...FORMAT_SETTINGS, ...(isPooled ? {} : SESSION_SETTINGS) });
  const calls = settings.map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const text = `select ${[...calls, ...(isPooled ? [] : [syncCommitSql(false)])].join(', ')}`;
  await client.query({ text, query_timeout: timeoutMs });
}
