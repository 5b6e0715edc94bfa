import type { ClientBase } from 'pg';

/** What a session begins with must not decide what is stored and how it is read: others set it for a database or a role. */
const FORMS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
};
const WRITES = {
  bytea_output: 'hex',
  default_transaction_read_only: 'off',
  default_transaction_isolation: 'read committed',
};

/**
 * Makes a commit wait for the disk, and for the standbys that the server waits for: whatever is acknowledged relies on
 * it. More than that (`remote_write`, `remote_apply`) stays as it is. An expression, so that it can be part of a
 * statement; `isLocal`: until the end of the transaction.
 */
export const waitForDisk = (isLocal: boolean): string => `
  case when current_setting('synchronous_commit') in ('off', 'local')
    then set_config('synchronous_commit', 'on', ${isLocal}) end`;

/**
 * On a new connection.
 * @param isPooled through a pooler in transaction mode, which gives each transaction another session and knows only the
 * settings of how values are written
 */
export async function settleSession(client: ClientBase, isPooled: boolean, timeoutMs: number): Promise<void> {
  const settings = Object.entries({ ...FORMS, ...(isPooled ? {} : WRITES) });
  const calls = settings.map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const text = `select ${[...calls, ...(isPooled ? [] : [waitForDisk(false)])].join(', ')}`;
  await client.query({ text, query_timeout: timeoutMs });
}
