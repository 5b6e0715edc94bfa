import type { Client } from 'pg';

/**
 * Checks the encoding before the first migration: texts of senders contain any characters, and functions of queries count and
 * fold them.
 */
export async function requireEncoding(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; is_new: boolean }>(
    `select current_setting('server_encoding') as encoding, to_regclass('migration_shared') is null as is_new`,
  );
  const [{ encoding, is_new } = { encoding: 'UTF8', is_new: true }] = rows;
  if (is_new && encoding !== 'UTF8')
    throw new Error(
      `The database has the encoding ${encoding} and needs UTF8: create it with encoding 'UTF8' locale 'C.UTF-8' template template0`,
    );
}
