import pg from 'pg';

async function withConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const WRONG_PASSWORD = '28P01';

/**
 * Returns whether the server accepts connections.
 * @throws when the server rejects the password: waiting would not help
 */
export const acceptsConnections = (url: string): Promise<boolean> =>
  withConnection(url, async () => true).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === WRONG_PASSWORD) throw error;
    return false;
  });

export const createDatabase = (url: string, name: string): Promise<void> =>
  withConnection(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
