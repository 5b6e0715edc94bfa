import type { Socket } from 'node:net';
import type { ClientBase, Client, Pool } from 'pg';

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

/**
 * A machine that vanishes sends no error. After these milliseconds of silence, TCP keep-alive probes test whether it is still
 * there.
 */
export const KEEP_ALIVE_OPTIONS = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const watchedSockets = new Set<Socket>();

/** Makes every connection end after a shorter silence from now on, so that a server that hangs does not delay the shutdown. */
export function setAllResponseTimeouts(milliseconds: number): void {
  for (const socket of watchedSockets) socket.setTimeout(milliseconds);
}

/**
 * Ends a connection if the server is silent for too long during a statement. Without it, the operating system retransmits for
 * a quarter of an hour, and the caller blocks a connection of the pool. The timeout of the driver leaves the connection with
 * the statement on it, so that a `rollback` waits as long again, and it breaks readers of single rows.
 */
export function setResponseTimeout(client: ClientBase, milliseconds: number): void {
  // Without a listener, a broken connection ends the process. The caller gets the error from the statement.
  client.on('error', () => undefined);
  const socket = (client as Client).connection.stream as Socket;
  watchedSockets.add(socket);
  socket.once('close', () => watchedSockets.delete(socket));
  socket.setTimeout(milliseconds, () => {
    // The types of the driver do not have this member. Between statements, the server need not send anything.
    const { readyForQuery } = client as unknown as { readonly readyForQuery: boolean };
    if (!readyForQuery) socket.destroy(new Error('Query read timeout'));
  });
}

/** SQLSTATE read_only_sql_transaction. */
export const READ_ONLY = '25006';

/**
 * Ends a connection on which the server refuses writes. It leads to a server that has become a standby by a fail-over, or was
 * opened while the database was read-only. The next connection may lead to another server.
 */
export function endWhenReadOnly(client: ClientBase): void {
  const { connection } = client as Client;
  connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
    // The caller gets the error first.
    if (code === READ_ONLY) setImmediate(() => connection.stream.destroy());
  });
}

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
