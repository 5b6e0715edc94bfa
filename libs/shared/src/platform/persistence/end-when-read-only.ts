import type { Client, ClientBase } from 'pg';

/** SQLSTATE read_only_sql_transaction. */
export const READ_ONLY = '25006';

/**
 * Ends a connection on which the server refuses to change anything: it leads to a standby, where a fail-over left it, or
 * was made while the database was read-only. The next one is made anew and may lead elsewhere.
 */
export function endWhenReadOnly(client: ClientBase): void {
  const { connection } = client as Client;
  connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
    // Whoever asked hears the error first.
    if (code === READ_ONLY) setImmediate(() => connection.stream.destroy());
  });
}
