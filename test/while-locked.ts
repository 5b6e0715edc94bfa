import pg from 'pg';

/** Runs `work` while the table is locked, so that its readers wait. */
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
