import type { ClientBase } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import type { DueLane } from './claim-attempts.js';

/**
 * Of each of these lanes only the newest is to be told: what it overtakes was not sent, and never will be. The lanes must
 * be locked; they come back with their heads.
 */
export async function supersedeHeads(
  client: ClientBase,
  lanes: readonly DueLane[],
): Promise<readonly DueLane[]> {
  const heads: DueLane[] = [];
  for (const lane of lanes) {
    const { tail_id, head_id } = lane;
    const newest = tail_id !== null && tail_id !== head_id ? await supersede(client, lane) : undefined;
    heads.push(newest === undefined ? lane : { ...lane, head_id: newest });
  }
  return heads;
}

/**
 * Resolves to the newest that waits, by the time at which it happened: what is sent again joins its lane late. `undefined`:
 * nothing waits any more.
 */
async function supersede(
  client: ClientBase,
  { subscription_id, subject_id, floor_id }: DueLane,
): Promise<string | undefined> {
  const { rows } = await client.query<{ head_id: string }>({
    name: 'newest is the head',
    text: `
      update notification_lane lane set head_id = newest.notification_id,
        expires_at = greatest(lane.expires_at, newest.expires_at)
      from (
        select notification_id, expires_at from notification
        where subscription_id = $1 and subject_id = $2 and notification_id >= $3 and state in ('PENDING', 'HELD')
        order by created_at desc, seq desc limit 1
      ) as newest
      where lane.subscription_id = $1 and lane.subject_id = $2
      returning lane.head_id`,
    values: [subscription_id, subject_id, floor_id],
  });
  const newest = rows[0]?.head_id;
  if (newest === undefined) return undefined;
  await client.query({
    name: 'supersede notifications',
    text: `
      update notification set state = 'SUPERSEDED', next_attempt_at = null, reason = $5
      where subscription_id = $1 and subject_id = $2 and state in ('PENDING', 'HELD')
        and notification_id >= $3 and notification_id <> $4`,
    values: [
      subscription_id,
      subject_id,
      floor_id,
      newest,
      `overtaken by ${formatId('notification', newest)}`,
    ],
  });
  return newest;
}
