import type { Pool } from 'pg';

export interface DatabasePosition {
  /** The system identifier of the cluster. A copy of the cluster has the same one. */
  readonly system: string;
  /** The timeline. It changes when a standby takes over and when a backup is restored. */
  readonly timeline: number;
  /** The position up to which the WAL is on disk. A crash cannot move it back. */
  readonly flushed: bigint;
}

const TIMEOUT_MS = 2_000;

/**
 * Reads the place of the database; `undefined` for a standby.
 * @throws when the server does not report it
 */
export async function readDatabasePosition(pool: Pool): Promise<DatabasePosition | undefined> {
  const { rows } = await pool.query<{ system: string; timeline: string | null; flushed: string }>({
    name: 'place of the database',
    query_timeout: TIMEOUT_MS,
    text: `
      select (select system_identifier from pg_control_system())::text as system,
        case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
        case when not pg_is_in_recovery() then (pg_current_wal_flush_lsn() - '0/0')::text end as flushed`,
  });
  const [position] = rows;
  if (position === undefined || position.timeline === null) return undefined;
  const { system, timeline, flushed } = position;
  return { system, timeline: parseInt(timeline, 16), flushed: BigInt(flushed) };
}

/** Returns how the history of `now` differs from that of `before`, as text; `undefined` if it is a continuation. */
export function findHistoryBreak(before: DatabasePosition, now: DatabasePosition): string | undefined {
  if (now.system !== before.system) return 'it is another cluster';
  if (now.timeline > before.timeline) return `its timeline was ${before.timeline} and is ${now.timeline}`;
  if (now.timeline === before.timeline && now.flushed < before.flushed)
    return `its log on disk went back by ${before.flushed - now.flushed} bytes`;
  return undefined;
}
