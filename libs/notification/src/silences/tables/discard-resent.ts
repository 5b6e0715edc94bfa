import { encodeBooleans, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';

/** A notification that is sent again. Ids are uuids. */
export interface ResentNotice {
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly kind: string;
  /** The state before it was queued again. */
  readonly state: string;
  readonly created_at: Date;
}

/** Locks silenced alerts to the end of the transaction. Must be called before lanes are locked, the order everywhere. */
export async function lockSilencedAlerts(sql: SqlRunner, resent: readonly ResentNotice[]): Promise<void> {
  await sql.query(
    `select from silenced_alert s
     where (s.subscription_id, s.alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by s.subscription_id, s.alert_id for update of s`,
    keysOf(resent),
  );
}

/**
 * Removes from a silenced alert what is resent now, and what is older, so that it is not sent again after the silence. From
 * then on the receiver knows the state that the resent notification reports.
 * @param resent notifications, those of one alert in their order
 */
export async function discardResent(sql: SqlRunner, resent: readonly ResentNotice[]): Promise<void> {
  const newest = [
    ...new Map(resent.map((each) => [`${each.subscription_id} ${each.subject_id}`, each])).values(),
  ];
  await sql.query(
    `update silenced_alert s set
       change = case when t.is_change_told then null else s.change end,
       is_opening = s.is_opening and t.is_change_told is not true,
       resolution = case when t.is_resolution_told then null else s.resolution end,
       was_open = not t.is_resolved or (s.was_open and not t.was_silenced)
     from (
       select k.subscription_id, k.alert_id, t.is_resolved, t.was_silenced,
         (k.change ->> 'timestamp')::timestamptz < t.told_at
           or ((k.change ->> 'timestamp')::timestamptz = t.told_at and not t.is_resolved) as is_change_told,
         (k.resolution ->> 'timestamp')::timestamptz < t.told_at
           or ((k.resolution ->> 'timestamp')::timestamptz = t.told_at and t.is_resolved) as is_resolution_told
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::boolean[], $5::boolean[])
         as t (subscription_id, alert_id, told_at, is_resolved, was_silenced)
       join silenced_alert k on k.subscription_id = t.subscription_id and k.alert_id = t.alert_id
     ) as t
     where s.subscription_id = t.subscription_id and s.alert_id = t.alert_id`,
    [
      ...keysOf(newest),
      encodeTimes(newest.map(({ created_at }) => created_at)),
      encodeBooleans(newest.map(({ kind }) => kind === 'alert.resolved')),
      encodeBooleans(newest.map(({ state }) => state === 'SILENCED')),
    ],
  );
}

function keysOf(resent: readonly ResentNotice[]): [Buffer, Buffer] {
  return [
    encodeUuids(resent.map(({ subscription_id }) => subscription_id)),
    encodeUuids(resent.map(({ subject_id }) => subject_id)),
  ];
}
