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
    const isOvertaken = tail_id !== null && tail_id !== head_id && (await supersede(client, lane, tail_id));
    heads.push(isOvertaken ? { ...lane, head_id: tail_id } : lane);
  }
  return heads;
}

/** Says whether the newest still waits: it may have been sent in a digest. */
async function supersede(
  client: ClientBase,
  { subscription_id, subject_id, floor_id }: DueLane,
  newest: string,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'newest is the head',
    text: `
      update notification_lane lane set head_id = $3, expires_at = greatest(lane.expires_at, n.expires_at)
      from notification n
      where lane.subscription_id = $1 and lane.subject_id = $2 and n.notification_id = $3
        and n.state in ('PENDING', 'HELD')`,
    values: [subscription_id, subject_id, newest],
  });
  if (rowCount === 0) return false;
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
  return true;
}
