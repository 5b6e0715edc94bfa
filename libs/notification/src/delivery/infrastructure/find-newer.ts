import { bigints, times, uuids } from '#shared/platform/persistence/binary-arrays.js';
import { lowestUuid } from '#shared/query/instant.js';
import type { Waiting } from '../../persistence/join-lanes.js';

/** A notification that may be sent again; ids are uuids. */
export interface Resent extends Waiting {
  readonly alert_id: string | null;
  readonly kind: string;
  /** Before it is to be sent again. */
  readonly state: string;
  readonly created_at: Date;
  readonly seq: string;
}

/** The newest of a subject, which is newer than a notification of it. */
export interface Newer {
  /** Of the older one: a uuid, as the other. */
  readonly notification_id: string;
  readonly newer_id: string;
  readonly state: string;
}

/** Not `=` for the subscription: its index finds far more than that of the alerts. */
const IS_NEWER = `o.subscription_id is not distinct from t.subscription_id and o.subject_id = t.subject_id
  and (o.created_at, o.seq) > (t.created_at, t.seq) and o.notification_id <> t.notification_id and o.notification_id >= $7`;

/**
 * Of which of these there is a newer one of the same subscription and subject, whatever became of it. What happened in one
 * millisecond is in the order in which it was written down. An index finds those of an alert; the few that are about none
 * are read once.
 */
const NEWER = `
  with t as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::bigint[])
      as t (notification_id, subscription_id, subject_id, alert_id, created_at, seq)
  )
  select t.notification_id, newer.newer_id, newer.state
  from t cross join lateral (
    select o.notification_id as newer_id, o.state from notification o
    where o.alert_id = t.alert_id and ${IS_NEWER} order by o.created_at desc, o.seq desc limit 1
  ) as newer
  where t.alert_id is not null
  union all (
    select distinct on (t.notification_id) t.notification_id, o.notification_id, o.state
    from t join notification o on o.alert_id is null and ${IS_NEWER}
    where t.alert_id is null
    order by t.notification_id, o.created_at desc, o.seq desc
  )`;

export function newerOf(all: readonly Resent[]): { readonly text: string; readonly values: unknown[] } {
  const oldest = Math.min(...all.map(({ created_at }) => created_at.getTime()));
  return {
    text: NEWER,
    values: [
      uuids(all.map(({ notification_id }) => notification_id)),
      uuids(all.map(({ subscription_id }) => subscription_id)),
      uuids(all.map(({ subject_id }) => subject_id)),
      uuids(all.map(({ alert_id }) => alert_id)),
      times(all.map(({ created_at }) => created_at)),
      bigints(all.map(({ seq }) => seq)),
      // It names the partitions.
      lowestUuid(oldest),
    ],
  };
}
