import type { Pool } from 'pg';

const TIMEOUT_MS = 10_000;
/** How the reason of deliveries begins that are not lost: a file of a spool has them. */
export const KEPT_PREFIX = 'kept in ';

export interface SegmentReference {
  readonly domain_id: string;
  readonly segment_id: string;
  readonly webhook_uuid: string;
  readonly received_at: Date;
  readonly delivery_count: number;
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
