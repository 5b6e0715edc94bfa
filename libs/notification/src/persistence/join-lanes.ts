import { texts, uuids } from '#shared/platform/persistence/binary-arrays.js';

/** A transaction. */
interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Ids are uuids. */
export interface Waiting {
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly notification_id: string;
  /** What it follows in its lane must not keep it waiting. */
  readonly isUrgent?: boolean;
}

/**
 * After what waits was written, in the order in which it was: a lane is there from then on. One that was there before is
 * locked: who finds nothing more in it waits until what was added can be seen.
 */
export async function joinLanes(sql: SqlRunner, waiting: readonly Waiting[]): Promise<void> {
  const lanes = new Map<string, Waiting & { floor: string; tail: string }>();
  for (const each of waiting) {
    const key = `${each.subscription_id} ${each.subject_id}`;
    const { notification_id: id } = each;
    const lane = lanes.get(key);
    if (lane === undefined) lanes.set(key, { ...each, floor: id, tail: id });
    else Object.assign(lane, { floor: id < lane.floor ? id : lane.floor, tail: id });
  }
  const all = [...lanes.values()];
  await sql.query(
    `insert into notification_lane as lane
       (subscription_id, subject_id, domain_id, protocol_id, head_id, floor_id, tail_id, expires_at,
       next_attempt_at)
     select t.subscription_id, t.subject_id, t.domain_id, t.protocol_id, head_id, floor_id, tail_id, n.expires_at,
       clock_timestamp()
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[])
       as t (subscription_id, subject_id, domain_id, protocol_id, head_id, floor_id, tail_id)
     join notification n on n.notification_id = t.head_id
     order by 1, 2
     on conflict (subscription_id, subject_id) do update
     set floor_id = least(lane.floor_id, excluded.floor_id), tail_id = excluded.tail_id`,
    [
      uuids(all.map(({ subscription_id }) => subscription_id)),
      uuids(all.map(({ subject_id }) => subject_id)),
      texts(all.map(({ domain_id }) => domain_id)),
      texts(all.map(({ protocol_id }) => protocol_id)),
      uuids(all.map(({ notification_id }) => notification_id)),
      uuids(all.map(({ floor }) => floor)),
      uuids(all.map(({ tail }) => tail)),
    ],
  );
  const urgent = waiting.filter((each) => each.isUrgent);
  if (urgent.length > 0) await hurry(sql, urgent);
}

/**
 * What the quota holds is looked at: something urgent must not wait behind it. Holds are locked after lanes, as by
 * whoever claims, and in one order.
 */
async function hurry(sql: SqlRunner, urgent: readonly Waiting[]): Promise<void> {
  await sql.query(
    `with held as materialized (
       select subscription_id from notification_hold
       where hold_key = '' and subscription_id in (
         select lane.subscription_id
         from unnest($1::uuid[], $2::uuid[]) as t (subscription_id, subject_id)
         join notification_lane lane on lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id
         where lane.hold_key = '')
       order by subscription_id for update
     )
     update notification_hold h set look_at = least(h.look_at, clock_timestamp())
     from held where h.subscription_id = held.subscription_id and h.hold_key = ''`,
    [
      uuids(urgent.map(({ subscription_id }) => subscription_id)),
      uuids(urgent.map(({ subject_id }) => subject_id)),
    ],
  );
}
