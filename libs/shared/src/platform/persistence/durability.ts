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

/**
 * Whether commits wait for a standby; `asynchronous`: there are standbys, and a fail-over to any of them loses what it lacks.
 * `unknown`: the role may not see it.
 */
export type ReplicationMode = 'none' | 'synchronous' | 'asynchronous' | 'unknown';

export async function readReplicationMode(pool: Pool): Promise<ReplicationMode> {
  const { rows } = await pool.query<{ mode: ReplicationMode }>({
    // Roles without the right see the rows of standbys, but not their state. A base backup is no standby.
    text: `
      select case
        when not pg_has_role(current_user, 'pg_read_all_stats', 'usage') then 'unknown'
        when bool_or(sync_state in ('sync', 'quorum')) then 'synchronous'
        when count(*) > 0 then 'asynchronous'
        else 'none' end as mode
      from pg_stat_replication where state is distinct from 'backup'`,
    query_timeout: TIMEOUT_MS,
  });
  return rows[0]?.mode ?? 'unknown';
}
