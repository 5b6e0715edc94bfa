import { texts, uuids } from '#shared/platform/persistence/binary-arrays.js';

/** A transaction. */
interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Ids are uuids. */
export interface Waiting {
  readonly subscription_id: string;
  readonly alert_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly notification_id: string;
}

/**
 * After what waits was written, in the order in which it was: a lane is there from then on. One that was there before is
 * locked: who finds nothing more in it waits until what was added can be seen.
 */
export async function joinLanes(sql: SqlRunner, waiting: readonly Waiting[]): Promise<void> {
  const lanes = new Map<string, Waiting & { floor: string }>();
  for (const each of waiting) {
    const key = `${each.subscription_id} ${each.alert_id}`;
    const { notification_id: id } = each;
    const lane = lanes.get(key);
    if (lane === undefined) lanes.set(key, { ...each, floor: id });
    else if (id < lane.floor) lane.floor = id;
  }
  const all = [...lanes.values()];
  await sql.query(
    `insert into notification_lane as lane
       (subscription_id, alert_id, domain_id, protocol_id, head_id, floor_id, expires_at, next_attempt_at)
     select t.subscription_id, t.alert_id, t.domain_id, t.protocol_id, head_id, floor_id, n.expires_at, clock_timestamp()
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[])
       as t (subscription_id, alert_id, domain_id, protocol_id, head_id, floor_id)
     join notification n on n.notification_id = t.head_id
     order by 1, 2
     on conflict (subscription_id, alert_id) do update set floor_id = least(lane.floor_id, excluded.floor_id)`,
    [
      uuids(all.map(({ subscription_id }) => subscription_id)),
      uuids(all.map(({ alert_id }) => alert_id)),
      texts(all.map(({ domain_id }) => domain_id)),
      texts(all.map(({ protocol_id }) => protocol_id)),
      uuids(all.map(({ notification_id }) => notification_id)),
      uuids(all.map(({ floor }) => floor)),
    ],
  );
}
