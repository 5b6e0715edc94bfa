import type { ClientBase } from 'pg';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';

/** The key of a lane, and the lowest id of a notification in it. Ids are uuids. */
export interface Lane {
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly floor_id: string;
}

/**
 * Makes the next notification of each lane its head, and deletes lanes without one. The lanes must be locked, and their heads
 * finished.
 */
export async function advanceLanes(client: ClientBase, lanes: readonly Lane[]): Promise<void> {
  if (lanes.length === 0) return;
  await client.query({
    name: 'advance lanes',
    text: `
      with lane as materialized (
        select lane.subscription_id, lane.subject_id, next.notification_id, next.expires_at
        from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as lane (subscription_id, subject_id, floor_id)
        left join lateral (
          select notification_id, expires_at from notification n
          where n.subscription_id = lane.subscription_id and n.subject_id = lane.subject_id
            and n.state in ('PENDING', 'HELD') and n.notification_id >= lane.floor_id
          order by n.seq limit 1
        ) as next on true
      ), moved as (
        update notification_lane set head_id = lane.notification_id,
          expires_at = greatest(notification_lane.expires_at, lane.expires_at),
          next_attempt_at = clock_timestamp(), attempt_id = null, attempted_at = null, hold_key = null
        from lane
        where notification_lane.subscription_id = lane.subscription_id
          and notification_lane.subject_id = lane.subject_id and lane.notification_id is not null
      )
      delete from notification_lane using lane
      where notification_lane.subscription_id = lane.subscription_id
        and notification_lane.subject_id = lane.subject_id and lane.notification_id is null`,
    values: [
      encodeUuids(lanes.map(({ subscription_id }) => subscription_id)),
      encodeUuids(lanes.map(({ subject_id }) => subject_id)),
      encodeUuids(lanes.map(({ floor_id }) => floor_id)),
    ],
  });
}
