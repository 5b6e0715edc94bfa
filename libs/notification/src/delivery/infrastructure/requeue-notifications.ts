import type { ClientBase } from 'pg';
import { encodeUuids, encodeBigints, encodeTimes } from '#shared/platform/persistence/binary-arrays.js';
import { lowestUuidNear } from '#shared/query/instant.js';
import { isRemarkSql } from '../../protocols/domain/remarks.js';
import type { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { lockSilencedAlerts, discardResent } from '../../silences/tables/silenced-alerts.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import { inheritWakes, WAKING_COLUMNS } from './inherit-wakes.js';
import { encodeLaneKeys, joinLanes, type WaitingNotification } from '../tables/notification-lanes.js';

/**
 * Queues notifications again, behind those that wait in their lanes, in the order of their first sending. If the protocol sends only
 * the newest state, they keep their place, and those that are not the newest of their alert are left out. Returns how many were
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
  const newestIds = new Map(
    (await findNewer(client, newestOnly)).map(({ notification_id, newer_id }) => [notification_id, newer_id]),
  );
  const requested = new Map(
    notifications
      .filter(({ notification_id }) => !newestIds.has(notification_id))
      .map((each) => [each.notification_id, each]),
  );
  if (requested.size === 0) return 0;
  const keepsSeq = new Set(newestOnly.map(({ notification_id }) => notification_id));
  const queued = (await markPending(client, [...requested.keys()].toSorted(), keepsSeq)).flatMap(
    (id) => requested.get(id) ?? [],
  );
  const queuedIds = new Set(queued.map(({ notification_id }) => notification_id));
  const overtaken = newestOnly.flatMap((each) => {
    const newest_id = newestIds.get(each.notification_id) ?? '';
    return each.state === 'FAILED' && queuedIds.has(newest_id) ? [{ ...each, newest_id }] : [];
  });
  await inheritWakes(client, overtaken);
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
    await client.query<NewerNotification>({
      name: 'newer of resent',
      ...buildNewerQuery(notifications, true),
    })
  ).rows;
}

/** Gives the notifications new numbers, in their previous order. @param keepsSeq those that keep their numbers */
async function markPending(
  client: ClientBase,
  ids: readonly string[],
  keepsSeq: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ notification_id: string }>({
    name: 'queue notifications again',
    text: `
      with asked as materialized (
        select notification_id, seq from notification
        where notification_id = any($1::uuid[]) and notification_id between $2 and $3
          and state not in ('PENDING', 'HELD')
        order by seq for update
      ), numbered as materialized (
        select notification_id,
          case when notification_id = any($4::uuid[]) then seq else nextval('notification_seq') end as seq
        from asked
      ), queued as (
        update notification n set state = 'PENDING', reason = null, next_attempt_at = null, sent_at = null,
          digest_id = null, seq = numbered.seq,
          expires_at = clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000})
        from numbered
        where n.notification_id = numbered.notification_id and n.notification_id between $2 and $3
        returning n.notification_id, n.seq
      )
      select notification_id from queued order by queued.seq`,
    values: [encodeUuids(ids), ids[0], ids.at(-1), encodeUuids(ids.filter((id) => keepsSeq.has(id)))],
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
    values: encodeLaneKeys(notifications),
  });
}

/** A notification that is to be sent again. Ids are uuids. */
export interface ResentNotification extends WaitingNotification {
  readonly alert_id: string | null;
  readonly kind: string;
  /** The state before it is queued again. */
  readonly state: string;
  readonly created_at: Date;
  /** The time in its message. */
  readonly told_at: Date;
  readonly seq: string;
  /** As of {@link WAKING_COLUMNS}. */
  readonly wakes: boolean;
}

/** The columns of `n` that are read of a notification that is to be sent again. */
export const RESENT_COLUMNS = `n.notification_id, n.subscription_id, n.subject_id, n.alert_id, n.domain_id, n.protocol_id, n.state,
  n.created_at, (n.message ->> 'timestamp')::timestamptz as told_at, ${WAKING_COLUMNS}`;

/** The newest notification of a subject, if it is newer than a given one. Ids are uuids. */
export interface NewerNotification {
  /** The id of the given, older notification. */
  readonly notification_id: string;
  readonly newer_id: string;
  readonly state: string;
}

/**
 * `is not distinct from` instead of `=`, so that the planner does not use the index of subscriptions, which finds far more
 * rows than that of alerts.
 */
const buildIsNewerSql = (order: string) => `
  o.subscription_id is not distinct from t.subscription_id and o.subject_id = t.subject_id and ${order}
  and o.notification_id <> t.notification_id and o.notification_id >= $7 and not ${isRemarkSql('o')}`;

/**
 * Those of an alert are found by an index. The few that belong to no alert are read in one pass.
 * @param isNewer whether `o` is newer than `t`
 * @param newest the order of `o`, the newest first
 */
const buildNewerSql = (isNewer: string, newest: string) => `
  with t as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::bigint[])
      as t (notification_id, subscription_id, subject_id, alert_id, created_at, seq)
  )
  select t.notification_id, newer.newer_id, newer.state
  from t cross join lateral (
    select o.notification_id as newer_id, o.state from notification o
    where o.alert_id = t.alert_id and ${buildIsNewerSql(isNewer)} order by ${newest} limit 1
  ) as newer
  where t.alert_id is not null
  union all (
    select distinct on (t.notification_id) t.notification_id, o.notification_id, o.state
    from t join notification o on o.alert_id is null and ${buildIsNewerSql(isNewer)}
    where t.alert_id is null
    order by t.notification_id, ${newest}
  )`;

const NEWER_BY_SEQ_SQL = buildNewerSql('o.seq > t.seq', 'o.seq desc');
const NEWER_BY_TIME_SQL = buildNewerSql(
  '(o.created_at, o.seq) > (t.created_at, t.seq)',
  'o.created_at desc, o.seq desc',
);

/**
 * Selects, for each given notification that is not the newest of its subscription and subject, the newest one in whatever
 * state. Remarks do not count.
 * @param keepsSeq Whether `seq` is the order in which they were written, as if the protocol sends only the newest state. Their times
 *   are another one if a clock was wrong or a change was read late. Otherwise one that was queued again has a new number.
 */
export function buildNewerQuery(
  resent: readonly ResentNotification[],
  keepsSeq: boolean,
): { readonly text: string; readonly values: unknown[] } {
  const oldest = Math.min(...resent.map(({ created_at }) => created_at.getTime()));
  return {
    text: keepsSeq ? NEWER_BY_SEQ_SQL : NEWER_BY_TIME_SQL,
    values: [
      encodeUuids(resent.map(({ notification_id }) => notification_id)),
      ...encodeLaneKeys(resent),
      encodeUuids(resent.map(({ alert_id }) => alert_id)),
      encodeTimes(resent.map(({ created_at }) => created_at)),
      encodeBigints(resent.map(({ seq }) => seq)),
      // A lower bound, so that PostgreSQL skips older partitions.
      lowestUuidNear(oldest),
    ],
  };
}
