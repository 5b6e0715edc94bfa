import type { ClientBase, Pool } from 'pg';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import { MAX_INTERVAL_SECONDS, type Group } from '../../subscriptions/domain/group.js';
import { QUOTA_HOLD_KEY, type Hold } from './notification-holds.js';

export const isGroupHold = ({ hold_key }: Pick<Hold, 'hold_key'>): boolean => hold_key !== QUOTA_HOLD_KEY;

/** Returns a sentence for the receiver. */
export function describeGroup({ group_by }: Hold): string {
  return group_by === null ? 'They waited for each other.' : `They have the same ${group_by.by.join(', ')}.`;
}

/** Returns whether nothing joined the notification, so that it is sent as itself instead of as a digest. */
export async function isSingle(
  client: ClientBase,
  { subscription_id, hold_key }: Hold,
  onlyNewest: boolean,
): Promise<boolean> {
  const { rows } = await client.query<{ lanes: number; notifications: number }>({
    name: 'company in group',
    text: `
      select count(distinct subject_id)::int as lanes, count(*)::int as notifications from (
        select lane.subject_id
        from notification_lane lane join notification n
          on n.subscription_id = lane.subscription_id and n.subject_id = lane.subject_id
            and n.state in ('PENDING', 'HELD') and n.notification_id >= lane.floor_id
        where lane.subscription_id = $1 and lane.hold_key = $2 limit 1000
      ) as waiting`,
    values: [subscription_id, hold_key],
  });
  const { lanes = 0, notifications = 0 } = rows[0] ?? {};
  return lanes === 1 && (onlyNewest || notifications === 1);
}

/** Marks the notifications in the lanes of a hold as single, so that they are not held for their group again. */
export async function markSingle(client: ClientBase, { subscription_id, hold_key }: Hold): Promise<void> {
  await client.query({
    name: 'mark single notifications',
    text: `
      update notification n set is_single = true
      from notification_lane lane
      where lane.subscription_id = $1 and lane.hold_key = $2 and n.subscription_id = lane.subscription_id
        and n.subject_id = lane.subject_id and n.state in ('PENDING', 'HELD') and n.notification_id >= lane.floor_id`,
    values: [subscription_id, hold_key],
  });
}

/**
 * Sets the earliest time of the next message of the group: after the interval, or sooner if nothing was sent because all
 * lanes were locked.
 */
export async function closeGroup(
  client: ClientBase,
  { subscription_id, hold_key }: Hold,
  { interval }: Pick<Group, 'interval'>,
  messageCount: number,
): Promise<void> {
  await client.query({
    name: 'close group',
    text: `
      update notification_hold h set opened_at = clock_timestamp(), digest_at = next.at,
        told_at = case when $3 then clock_timestamp() else told_at end,
        look_at = case when exists (
          select from notification_lane where subscription_id = $1 and hold_key = $2)
          then greatest(next.at, clock_timestamp() + interval '1 second') end
      from (select clock_timestamp() + case when $3 then $4 else 0 end * interval '1 second' as at) as next
      where subscription_id = $1 and hold_key = $2`,
    values: [subscription_id, hold_key, messageCount > 0, interval],
  });
}

/** Deletes holds of groups in which nothing waits and whose interval is over. */
export async function deleteIdleGroups(sql: Pool | ClientBase): Promise<void> {
  await sql.query(
    `delete from notification_hold
     where look_at is null and ${buildDueCondition('digest_at', MAX_INTERVAL_SECONDS)} and hold_key <> ''`,
  );
}
