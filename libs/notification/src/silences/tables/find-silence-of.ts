import type { Pool } from 'pg';

export interface ActiveSilence {
  readonly created_by: string;
  readonly ends_at: Date;
}

/** Returns the silence with exactly these conditions that ends last; `undefined` if none is active all the time. */
export async function findSilenceOf(
  pool: Pool,
  domain_id: string,
  filter: readonly object[],
): Promise<ActiveSilence | undefined> {
  const { rows } = await pool.query<ActiveSilence>({
    name: 'find silence of key',
    text: `
      select created_by, ends_at from silence
      where domain_id = $1 and filter = $2::jsonb and filter_or = '[]' and weekly is null and deleted_at is null
        and starts_at <= statement_timestamp() and ends_at > statement_timestamp()
      order by ends_at desc limit 1`,
    values: [domain_id, JSON.stringify(filter)],
  });
  return rows[0];
}
