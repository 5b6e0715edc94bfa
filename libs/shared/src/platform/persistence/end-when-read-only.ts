import type { Client, ClientBase } from 'pg';

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
