import { encodeBigints, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { lowestUuid } from '#shared/query/instant.js';
import type { WaitingNotification } from '../tables/join-lanes.js';

/** A notification that is to be sent again. Ids are uuids. */
export interface ResentNotification extends WaitingNotification {
  readonly alert_id: string | null;
  readonly kind: string;
  /** The state before it is queued again. */
  readonly state: string;
  readonly created_at: Date;
  readonly seq: string;
}

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
const IS_NEWER_SQL = `o.subscription_id is not distinct from t.subscription_id and o.subject_id = t.subject_id
  and (o.created_at, o.seq) > (t.created_at, t.seq) and o.notification_id <> t.notification_id and o.notification_id >= $7`;

/**
 * Selects, for each given notification that is not the newest of its subscription and subject, the newest one in whatever
 * state. Notifications of the same millisecond are compared by `seq`, the order in which they were written. Those of an alert
 * are found by an index. The few that belong to no alert are read in one pass.
 */
const NEWER_SQL = `
  with t as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::bigint[])
      as t (notification_id, subscription_id, subject_id, alert_id, created_at, seq)
  )
  select t.notification_id, newer.newer_id, newer.state
  from t cross join lateral (
    select o.notification_id as newer_id, o.state from notification o
    where o.alert_id = t.alert_id and ${IS_NEWER_SQL} order by o.created_at desc, o.seq desc limit 1
  ) as newer
  where t.alert_id is not null
  union all (
    select distinct on (t.notification_id) t.notification_id, o.notification_id, o.state
    from t join notification o on o.alert_id is null and ${IS_NEWER_SQL}
    where t.alert_id is null
    order by t.notification_id, o.created_at desc, o.seq desc
  )`;

export function buildNewerQuery(resent: readonly ResentNotification[]): {
  readonly text: string;
  readonly values: unknown[];
} {
  const oldest = Math.min(...resent.map(({ created_at }) => created_at.getTime()));
  return {
    text: NEWER_SQL,
    values: [
      encodeUuids(resent.map(({ notification_id }) => notification_id)),
      encodeUuids(resent.map(({ subscription_id }) => subscription_id)),
      encodeUuids(resent.map(({ subject_id }) => subject_id)),
      encodeUuids(resent.map(({ alert_id }) => alert_id)),
      encodeTimes(resent.map(({ created_at }) => created_at)),
      encodeBigints(resent.map(({ seq }) => seq)),
      // A lower bound, so that PostgreSQL skips older partitions.
      lowestUuid(oldest),
    ],
  };
}
