import type { Pool } from 'pg';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { getUuidTime, lowestUuid } from '#shared/query/instant.js';
import type { FeedPosition } from '../../contracts/feed-position.js';

/** Milliseconds. */
const TIMEOUT_MS = 5_000;
/** Milliseconds by which the id of a change may be older than that of its alert, if clocks were wrong. */
const MARGIN_MS = 86_400_000;

/**
 * Returns which of these alerts have changed after the position. Reads only what follows it, which is little. It has no name, so that it
 * is planned for that position.
 */
export async function findChangedAfter(
  pool: Pool,
  domain_id: string,
  ids: readonly string[],
  { xid, index }: FeedPosition,
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ alert_id: string }>({
    text: `
      select distinct alert_id from alert_change
      where domain_id = $1 and alert_id = any($2::uuid[]) and (alert_change.xid, alert_change.index) > (
        case when $3::text::xid8 > pg_snapshot_xmax(pg_current_snapshot()) then '0' else $3::text::xid8 end, $4::bigint)`,
    values: [domain_id, ids.map((id) => parseId('alert', id)), xid, index],
    query_timeout: TIMEOUT_MS,
  });
  return new Set(rows.map(({ alert_id }) => formatId('alert', alert_id)));
}

/**
 * Returns when alerts of a domain were last reopened, without reopenings of a key that was flapping. The ids of changes begin with a
 * time, so that young alerts need few partitions.
 */
export async function findReopenings(
  pool: Pool,
  domain_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0) return new Map();
  const uuids = ids.map((id) => parseId('alert', id));
  const oldest = Math.min(...uuids.map(getUuidTime));
  const { rows } = await pool.query<{ alert_id: string; reopened_at: Date }>({
    text: `
      select alert_id, max(changed_at) as reopened_at from alert_change
      where domain_id = $1 and alert_id = any($2::uuid[]) and change_id >= $3::uuid and kind = 'reopened' and not flapping
      group by alert_id`,
    values: [domain_id, uuids, lowestUuid(Math.max(0, oldest - MARGIN_MS))],
    query_timeout: TIMEOUT_MS,
  });
  return new Map(rows.map(({ alert_id, reopened_at }) => [formatId('alert', alert_id), reopened_at]));
}
