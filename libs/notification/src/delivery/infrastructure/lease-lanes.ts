import type { ClientBase } from 'pg';
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
