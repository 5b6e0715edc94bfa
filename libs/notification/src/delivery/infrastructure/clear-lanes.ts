import type { ClientBase, Pool } from 'pg';
import { encodeTexts, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { advanceLanes, encodeLaneKeys, type Lane } from '../tables/notification-lanes.js';
import { noteLosses } from './write-health.js';

/** The maximum number of lanes in one transaction. */
const MAX_LANES = 500;
/** Hours after which no process can still be working with a subscription that it read before the deletion. */
const TOMBSTONE_HOURS = 1;

/**
 * Fails notifications that were not delivered before they expired. Lanes with an attempt under way are skipped.
 */
export async function expireLanes(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Lane & { head_id: string }>({
    name: 'expired lanes',
    text: `
      select subscription_id, subject_id, floor_id, head_id from notification_lane
      where expires_at <= clock_timestamp() and digest_id is null and (attempt_id is null or next_attempt_at <= clock_timestamp())
      limit ${MAX_LANES} for update skip locked`,
  });
  const unsent = await failHeads(client, rows);
  await noteLosses(
    client,
    rows.map(({ subscription_id, head_id }) => ({
      ...{ subscription_id, notification_id: head_id },
      isUnsent: unsent.has(head_id),
    })),
    { onlyIfFailing: true },
  );
}

/** The head of a locked lane that cannot be sent any more, and why. Defaults to the end of its time. */
export type FailedHead = Lane & { readonly head_id: string; readonly reason?: string };

/**
 * Fails the heads of lanes. One that some recipients have got counts as sent.
 * @returns those (uuids) of whose last attempt nothing left
 */
export async function failHeads(
  client: ClientBase,
  lanes: readonly FailedHead[],
): Promise<ReadonlySet<string>> {
  if (lanes.length === 0) return new Set();
  const { rows } = await client.query<{ notification_id: string; is_unsent: boolean | null }>({
    name: 'fail heads of lanes',
    text: `
      update notification n set next_attempt_at = null,
        state = case when (n.progress ->> 'got')::int > 0 then 'SENT' else 'FAILED' end,
        sent_at = case when (n.progress ->> 'got')::int > 0 then clock_timestamp() end,
        reason = coalesce(t.reason, concat_ws('; ', n.reason, 'it was not delivered in time'))
      from unnest($1::uuid[], $2::text[]) as t (notification_id, reason)
      where n.notification_id = t.notification_id and n.state in ('PENDING', 'HELD')
      returning n.notification_id, (n.attempts -> -1 ->> 'nothing_left')::boolean as is_unsent`,
    values: [
      encodeUuids(lanes.map(({ head_id }) => head_id)),
      encodeTexts(lanes.map(({ reason = null }) => reason)),
    ],
  });
  await advanceLanes(client, lanes);
  return new Set(rows.filter(({ is_unsent }) => is_unsent).map(({ notification_id }) => notification_id));
}

/** Cancels the waiting notifications of deleted subscriptions. */
export async function cancelOrphanedNotifications(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Lane>({
    name: 'lanes of deleted subscriptions',
    text: `
      select lane.subscription_id, lane.subject_id, lane.floor_id
      from subscription s join notification_lane lane on lane.subscription_id = s.subscription_id
      where s.deleted_at is not null and (lane.attempt_id is null or lane.next_attempt_at <= clock_timestamp())
      limit ${MAX_LANES} for update of lane skip locked`,
  });
  if (rows.length === 0) return;
  const keys = encodeLaneKeys(rows);
  await client.query({
    name: 'cancel notifications',
    text: `
      update notification n set state = 'CANCELLED', next_attempt_at = null, reason = 'the subscription was deleted'
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (subscription_id, subject_id, floor_id)
      where n.subscription_id = t.subscription_id and n.subject_id = t.subject_id and n.state in ('PENDING', 'HELD')
        and n.notification_id >= t.floor_id`,
    values: [...keys, encodeUuids(rows.map(({ floor_id }) => floor_id))],
  });
  await client.query({
    name: 'remove lanes',
    text: `
      delete from notification_lane l using unnest($1::uuid[], $2::uuid[]) as t (subscription_id, subject_id)
      where l.subscription_id = t.subscription_id and l.subject_id = t.subject_id`,
    values: keys,
  });
}

export async function removeTombstones(pool: Pool): Promise<void> {
  await pool.query({
    name: 'remove tombstones of subscriptions',
    text: `
      with removed as (
        delete from subscription s
        where s.deleted_at < clock_timestamp() - interval '${TOMBSTONE_HOURS} hours'
          and not exists (select from notification_lane lane where lane.subscription_id = s.subscription_id)
        returning subscription_id
      )
      delete from subscription_health h using removed where h.subscription_id = removed.subscription_id`,
  });
}
