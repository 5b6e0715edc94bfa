import pg from 'pg';

/** Whoever reads the table waits until it is over. */
export async function whileLocked(url: string, table: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await client.end();
  }
}
