import type { ClientBase, Pool } from 'pg';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { DueHead } from './claim-attempts.js';

/** Seconds that an attempt holds its lane: longer than it takes to begin, to end and to be stored. */
const LEASE_SECONDS = 20;

/**
 * Leases the lanes to their attempts, so that no other worker sends from them.
 * @returns milliseconds from the monotonic clock of this process to the time of the database
 */
export async function leaseLanes(client: ClientBase, heads: readonly DueHead[]): Promise<number> {
  if (heads.length === 0) return 0;
  const { rows } = await client.query<{ attempted_at: Date }>({
    name: 'take lanes',
    text: `
      update notification_lane l set attempt_id = t.attempt_id, attempted_at = clock_timestamp(), hold_key = null,
        next_attempt_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (subscription_id, subject_id, attempt_id)
      where l.subscription_id = t.subscription_id and l.subject_id = t.subject_id
      returning l.attempted_at`,
    values: [
      encodeUuids(heads.map(({ lane }) => lane.subscription_id)),
      encodeUuids(heads.map(({ lane }) => lane.subject_id)),
      encodeUuids(heads.map(({ attempt_id }) => attempt_id)),
    ],
  });
  const [lane] = rows;
  if (lane === undefined) throw new Error('Lanes that are locked were not found');
  return lane.attempted_at.getTime() - performance.now();
}

/**
 * Shortens leases that were written while the clock of the database was ahead. Attempts under way keep a whole lease from now
 * on, so that they are not made twice.
 */
export async function boundLeases(pool: Pool): Promise<void> {
  const maxLease = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;
  await pool.query({
    name: 'bound leases of lanes',
    text: `
      with leased as materialized (
        select subscription_id, subject_id from notification_lane
        where attempt_id is not null and next_attempt_at > ${maxLease}
        order by 1, 2 for update skip locked
      )
      update notification_lane lane set next_attempt_at = ${maxLease}
      from leased where lane.subscription_id = leased.subscription_id and lane.subject_id = leased.subject_id`,
  });
}
