import type { ClientBase } from 'pg';
import { uuids } from '#shared/platform/persistence/binary-arrays.js';
import { joinLanes, type Waiting } from '../../persistence/join-lanes.js';
import { LIFETIME_MS } from '../domain/retry-delay.js';

/**
 * Has notifications sent again: behind whatever waits for their alerts, in the order in which they were sent before. Says
 * how many did not wait already.
 */
export async function queueAgain(client: ClientBase, all: readonly Waiting[]): Promise<number> {
  if (all.length === 0) return 0;
  await lockLanes(client, all);
  const ids = all.map(({ notification_id }) => notification_id).toSorted();
  const { rows } = await client.query<Waiting>({
    name: 'queue notifications again',
    text: `
      with asked as materialized (
        select notification_id from notification
        where notification_id = any($1::uuid[]) and notification_id between $2 and $3
          and state not in ('PENDING', 'HELD')
        order by seq for update
      ), numbered as materialized (
        select notification_id, nextval('notification_seq') as seq from asked
      ), queued as (
        update notification n set state = 'PENDING', reason = null, next_attempt_at = null, sent_at = null,
          digest_id = null, seq = numbered.seq,
          expires_at = clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000})
        from numbered
        where n.notification_id = numbered.notification_id and n.notification_id between $2 and $3
        returning n.notification_id, n.subscription_id, n.subject_id, n.domain_id, n.protocol_id, n.seq
      )
      select notification_id, subscription_id, subject_id, domain_id, protocol_id from queued order by queued.seq`,
    values: [uuids(ids), ids[0], ids.at(-1)],
  });
  await joinLanes(client, rows);
  return rows.length;
}

/** Before their notifications, as whoever sends locks them, and in one order everywhere. */
async function lockLanes(client: ClientBase, all: readonly Waiting[]): Promise<void> {
  await client.query({
    name: 'lock lanes of resend',
    text: `
      select from notification_lane lane
      join (select distinct * from unnest($1::uuid[], $2::uuid[]) as t (subscription_id, subject_id)) as t
        on lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id
      order by lane.subscription_id, lane.subject_id for update of lane`,
    values: [
      uuids(all.map(({ subscription_id }) => subscription_id)),
      uuids(all.map(({ subject_id }) => subject_id)),
    ],
  });
}
