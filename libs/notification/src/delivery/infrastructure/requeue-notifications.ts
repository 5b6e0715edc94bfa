import type { ClientBase } from 'pg';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { joinLanes, type WaitingNotification } from '../tables/join-lanes.js';
import { lockSilencedAlerts, discardResent } from '../../silences/tables/discard-resent.js';
import type { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import { buildNewerQuery, type NewerNotification, type ResentNotification } from './newer-query.js';

/**
 * Queues notifications again, behind those that wait in their lanes, in the order of their first sending. Leaves out
 * notifications that are not the newest of their alert if the protocol sends only the newest state. Returns how many were
 * queued; those that already waited do not count.
 */
export async function requeueNotifications(
  client: ClientBase,
  notifications: readonly ResentNotification[],
  protocols: ProtocolRegistry,
): Promise<number> {
  if (notifications.length === 0) return 0;
  await lockSilencedAlerts(client, notifications);
  await lockLanes(client, notifications);
  const newestOnly = notifications.filter(({ protocol_id }) => protocols.sendsOnlyNewest(protocol_id));
  const supersededIds = new Set(
    (await findNewer(client, newestOnly)).map(({ notification_id }) => notification_id),
  );
  const requested = new Map(
    notifications
      .filter(({ notification_id }) => !supersededIds.has(notification_id))
      .map((each) => [each.notification_id, each]),
  );
  if (requested.size === 0) return 0;
  const queued = (await markPending(client, [...requested.keys()].toSorted())).flatMap(
    (id) => requested.get(id) ?? [],
  );
  await joinLanes(client, queued);
  // If the lane did not exist, nothing was locked, and a newer notification may have been written in the meantime.
  const newer = await findNewer(
    client,
    newestOnly.filter((each) => queued.includes(each)),
  );
  if (newer.length > 0) throw new Error('something newer happened meanwhile');
  await discardResent(client, queued);
  return queued.length;
}

async function findNewer(
  client: ClientBase,
  notifications: readonly ResentNotification[],
): Promise<readonly NewerNotification[]> {
  if (notifications.length === 0) return [];
  return (
    await client.query<NewerNotification>({ name: 'newer of resent', ...buildNewerQuery(notifications) })
  ).rows;
}

/** Gives the notifications new numbers, in their previous order. */
async function markPending(client: ClientBase, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ notification_id: string }>({
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
        returning n.notification_id, n.seq
      )
      select notification_id from queued order by queued.seq`,
    values: [encodeUuids(ids), ids[0], ids.at(-1)],
  });
  return rows.map(({ notification_id }) => notification_id);
}

/** Locks the lanes before their notifications, as the sender does, and in a fixed order, to avoid deadlocks. */
async function lockLanes(client: ClientBase, notifications: readonly WaitingNotification[]): Promise<void> {
  await client.query({
    name: 'lock lanes of resend',
    text: `
      select from notification_lane lane
      join (select distinct * from unnest($1::uuid[], $2::uuid[]) as t (subscription_id, subject_id)) as t
        on lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id
      order by lane.subscription_id, lane.subject_id for update of lane`,
    values: [
      encodeUuids(notifications.map(({ subscription_id }) => subscription_id)),
      encodeUuids(notifications.map(({ subject_id }) => subject_id)),
    ],
  });
}
