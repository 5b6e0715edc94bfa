import type { Pool } from 'pg';

/** Settings without which the server loses or damages what it has confirmed, if its machine fails. */
const NEEDED = ['fsync', 'full_page_writes'] as const;
const TIMEOUT = 5_000;

export type NeededSetting = (typeof NEEDED)[number];

/** Returns which of these settings are on. No session can compensate for them. */
export async function readDurability(pool: Pool): Promise<ReadonlyMap<NeededSetting, boolean>> {
  const { rows } = await pool.query<{ name: NeededSetting; is_on: boolean }>({
    text: `select name, current_setting(name) = 'on' as is_on from unnest($1::text[]) as needed(name)`,
    values: [NEEDED],
    query_timeout: TIMEOUT,
  });
  return new Map(rows.map(({ name, is_on }) => [name, is_on]));
}
