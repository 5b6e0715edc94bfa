import type { Pool } from 'pg';

/** Settings without which the server loses or damages what it has confirmed, if its machine fails. */
const REQUIRED_SETTINGS = ['fsync', 'full_page_writes'] as const;
const TIMEOUT_MS = 5_000;

export type DurabilitySetting = (typeof REQUIRED_SETTINGS)[number];

/** Returns which of these settings are on. No session can compensate for them. */
export async function readDurability(pool: Pool): Promise<ReadonlyMap<DurabilitySetting, boolean>> {
  const { rows } = await pool.query<{ name: DurabilitySetting; is_on: boolean }>({
    text: `select name, current_setting(name) = 'on' as is_on from unnest($1::text[]) as needed(name)`,
    values: [REQUIRED_SETTINGS],
    query_timeout: TIMEOUT_MS,
  });
  return new Map(rows.map(({ name, is_on }) => [name, is_on]));
}
