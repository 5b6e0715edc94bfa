import type { ClientBase } from 'pg';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import type { StoredMessage } from '../../protocols/sent-message.js';
import { createGroupKey, type Group } from '../../subscriptions/domain/group.js';

/** The newest notification of a lane. */
interface Newest {
  readonly message: StoredMessage;
  readonly is_single?: boolean | null;
}

/** Returns the key of the group in which a lane waits, by its newest notification; `undefined`: it waits in none. */
export function findGroupKey(group: Group | null, { message, is_single }: Newest): string | undefined {
  if (group === null || is_single === true || !('alert' in message.data)) return undefined;
  return createGroupKey(group, message.data.alert);
}

/** A notification that has joined its lane. Ids are uuids. */
interface Joined extends Newest {
  readonly subscription_id: string;
  readonly subject_id: string;
}

/**
 * Takes lanes out of the hold of a group that they no longer belong to, by what has just joined them: an alert whose severity rises does
 * not wait with lesser ones. The next claim finds their group. The lanes must be locked.
 * @param joined in the order in which they joined
 */
export async function leaveGroups(client: ClientBase, joined: readonly Joined[]): Promise<void> {
  const { rows } = await client.query<{ place: number; hold_key: string; group_by: Group | null }>({
    name: 'lanes that wait in groups',
    text: `
      select distinct on (lane.subscription_id, lane.subject_id) t.place::int, lane.hold_key,
        case when s.trigger = 'CHANGE' then s.group_by end as group_by
      from unnest($1::uuid[], $2::uuid[]) with ordinality as t (subscription_id, subject_id, place)
      join notification_lane lane on lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id
      join subscription s on s.subscription_id = lane.subscription_id
      where lane.hold_key <> ''
      order by lane.subscription_id, lane.subject_id, t.place desc`,
    values: encodeKeys(joined),
  });
  const leaving = rows.flatMap(({ place, hold_key, group_by }) => {
    const newest = joined[place - 1];
    return newest === undefined || findGroupKey(group_by, newest) === hold_key ? [] : [newest];
  });
  if (leaving.length === 0) return;
  await client.query({
    name: 'leave groups',
    text: `
      update notification_lane lane set hold_key = null, next_attempt_at = clock_timestamp()
      from unnest($1::uuid[], $2::uuid[]) as t (subscription_id, subject_id)
      where lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id`,
    values: encodeKeys(leaving),
  });
}

const encodeKeys = (joined: readonly Joined[]) => [
  encodeUuids(joined.map(({ subscription_id }) => subscription_id)),
  encodeUuids(joined.map(({ subject_id }) => subject_id)),
];

/**
 * Makes what waits in the groups of a subscription due, because they have changed. Locks holds in a fixed order, as claims do, to avoid
 * deadlocks. @param subscription_id uuid
 */
export async function endGroups(sql: SqlRunner, subscription_id: string): Promise<void> {
  await sql.query(
    `with held as materialized (
       select hold_key from notification_hold
       where subscription_id = $1 and hold_key <> '' and look_at is not null
       order by hold_key for update
     )
     update notification_hold h set look_at = least(h.look_at, clock_timestamp())
     from held where h.subscription_id = $1 and h.hold_key = held.hold_key`,
    [subscription_id],
  );
}
