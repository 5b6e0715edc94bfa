import type { Pool } from 'pg';

export interface DatabasePlace {
  /** The cluster, which a copy shares. */
  readonly system: string;
  /** Another one with each standby that takes over, and with each restored backup. */
  readonly timeline: number;
  /** Up to where the log is on disk: no crash takes that back. */
  readonly flushed: bigint;
}

const TIMEOUT = 2_000;

/** `undefined` for a standby. @throws where the server does not tell */
export async function readPlace(pool: Pool): Promise<DatabasePlace | undefined> {
  const { rows } = await pool.query<{ system: string; timeline: string | null; flushed: string }>({
    name: 'place of the database',
    query_timeout: TIMEOUT,
    text: `
      select (select system_identifier from pg_control_system())::text as system,
        case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
        case when not pg_is_in_recovery() then (pg_current_wal_flush_lsn() - '0/0')::text end as flushed`,
  });
  const [place] = rows;
  if (place === undefined || place.timeline === null) return undefined;
  const { system, timeline, flushed } = place;
  return { system, timeline: parseInt(timeline, 16), flushed: BigInt(flushed) };
}

/** How the history of `now` is another one than that of `before`, in words; `undefined` where it goes on. */
export function breakBetween(before: DatabasePlace, now: DatabasePlace): string | undefined {
  if (now.system !== before.system) return 'it is another cluster';
  if (now.timeline > before.timeline) return `its timeline was ${before.timeline} and is ${now.timeline}`;
  if (now.timeline === before.timeline && now.flushed < before.flushed)
    return `its log on disk went back by ${before.flushed - now.flushed} bytes`;
  return undefined;
}
