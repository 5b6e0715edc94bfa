import type { ClientBase } from 'pg';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';

/** Ids are uuids. */
interface LostNotification {
  readonly subscription_id: string;
  readonly notification_id: string;
}

/**
 * Remembers notifications that failed without a final answer of the receiver, so that they are told when it works again. Must
 * be called after their lanes were locked, as health is locked after lanes.
 * @param onlyIfFailing whether those of receivers that work are left out: they failed for another reason
 */
export async function noteLosses(
  client: ClientBase,
  lost: readonly LostNotification[],
  { onlyIfFailing }: { readonly onlyIfFailing: boolean },
): Promise<void> {
  if (lost.length === 0) return;
  await client.query({
    name: 'note losses',
    text: `
      with h as materialized (
        select h.subscription_id, t.lost_id
        from (
          select distinct on (subscription_id) * from unnest($1::uuid[], $2::uuid[]) as t (subscription_id, lost_id)
          order by subscription_id, lost_id
        ) as t join subscription_health h on h.subscription_id = t.subscription_id
        where h.failures > 0 or not $3 order by h.subscription_id for update of h
      )
      update subscription_health set untold_from_id = least(untold_from_id, h.lost_id), losses = losses + 1
      from h where subscription_health.subscription_id = h.subscription_id`,
    values: [
      encodeUuids(lost.map(({ subscription_id }) => subscription_id)),
      encodeUuids(lost.map(({ notification_id }) => notification_id)),
      onlyIfFailing,
    ],
  });
}
