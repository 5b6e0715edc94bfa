import type { Pool } from 'pg';
import type { SegmentReference } from './acknowledged-segments.js';

const TIMEOUT_MS = 10_000;
const BATCH_SIZE = 5_000;
/** How the reason of deliveries begins that are not lost: a file of a spool has them. */
export const KEPT_PREFIX = 'kept in ';

/** Returns the ids of the segments that are not in the delivery log. */
export async function findMissing(pool: Pool, segments: readonly SegmentReference[]): Promise<Set<string>> {
  const missing = new Set<string>();
  for (let from = 0; from < segments.length; from += BATCH_SIZE) {
    const batch = segments.slice(from, from + BATCH_SIZE);
    const { rows } = await pool.query<{ segment_id: string }>({
      query_timeout: TIMEOUT_MS,
      text: `
        select segment_id from unnest($1::text[], $2::uuid[]) as written(domain_id, segment_id)
        where not exists (
          select from delivery_segment stored
          where stored.domain_id = written.domain_id and stored.segment_id = written.segment_id
        )`,
      values: [batch.map(({ domain_id }) => domain_id), batch.map(({ segment_id }) => segment_id)],
    });
    for (const { segment_id } of rows) missing.add(segment_id);
  }
  return missing;
}

/** Records lost deliveries in the ledger, by the day of their arrival. */
export async function recordLost(
  pool: Pool,
  lost: readonly SegmentReference[],
  reason: string,
): Promise<void> {
  await pool.query({
    query_timeout: TIMEOUT_MS,
    text: `
      insert into lost_deliveries
        (day, delivery_count, first_segment_id, last_segment_id, first_received_at, last_received_at, reason)
      select (received_at at time zone 'UTC')::date, sum(delivery_count),
        (array_agg(segment_id order by received_at, segment_id))[1],
        (array_agg(segment_id order by received_at desc, segment_id desc))[1],
        min(received_at), max(received_at), $4
      from unnest($1::uuid[], $2::timestamptz[], $3::int[]) as lost(segment_id, received_at, delivery_count)
      group by 1`,
    values: [
      lost.map(({ segment_id }) => segment_id),
      lost.map(({ received_at }) => received_at),
      lost.map(({ delivery_count }) => delivery_count),
      reason,
    ],
  });
}

/**
 * Records which of the segments of a file the database refused, and in which file they are kept. What was recorded of any of
 * these segments before is replaced, so that those that are stored now no longer count.
 */
export async function recordKept(
  pool: Pool,
  segments: readonly SegmentReference[],
  refused: readonly SegmentReference[],
  file: string,
): Promise<void> {
  await pool.query({
    query_timeout: TIMEOUT_MS,
    text: `
      with replaced as (
        delete from lost_deliveries where first_segment_id = any ($1::uuid[]) and starts_with(reason, $5)
      )
      insert into lost_deliveries
        (day, delivery_count, first_segment_id, last_segment_id, first_received_at, last_received_at, reason)
      select (received_at at time zone 'UTC')::date, delivery_count, segment_id, segment_id, received_at, received_at, $5 || $6
      from unnest($2::uuid[], $3::timestamptz[], $4::int[]) as refused(segment_id, received_at, delivery_count)`,
    values: [
      segments.map(({ segment_id }) => segment_id),
      refused.map(({ segment_id }) => segment_id),
      refused.map(({ received_at }) => received_at),
      refused.map(({ delivery_count }) => delivery_count),
      KEPT_PREFIX,
      file,
    ],
  });
}
