import type { ClientBase } from 'pg';
import { lowestUuid } from '#shared/query/instant.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { getPairKey, type SubscriptionAlert } from '../../silences/tables/store-silenced.js';

/** The JSON path of attempts without an answer that may have arrived all the same. */
export const UNCLEAR_ATTEMPT =
  '$[*] ? (@.status == null && !(@.error like_regex "cannot be (reached|used)"))';

/** Milliseconds by which a notification may be older than its alert, if clocks were wrong. */
const MARGIN_MS = 86_400_000;

/**
 * Whether the last thing that each subscription was told of each alert is that it is open. What waits counts as told: it is
 * told before anything that follows. So does an attempt without a response, which may have arrived.
 */
export async function readTold(
  client: ClientBase,
  alertIds: readonly string[],
  oldestAlert: Date,
): Promise<Map<string, boolean>> {
  if (alertIds.length === 0) return new Map();
  const { rows } = await client.query<SubscriptionAlert & { is_open: boolean }>({
    name: 'who was told of alerts',
    text: `
      select distinct on (subscription_id, alert_id) subscription_id, alert_id,
        kind <> 'alert.resolved' as is_open
      from notification
      where alert_id = any($1::uuid[]) and notification_id >= $2 and (state in ('SENT', 'PENDING', 'HELD')
        or state = 'FAILED' and attempts @? '${UNCLEAR_ATTEMPT}')
      order by subscription_id, alert_id, seq desc`,
    values: [encodeUuids(alertIds), lowestUuid(oldestAlert.getTime() - MARGIN_MS)],
  });
  return new Map(rows.map(({ is_open, ...pair }) => [getPairKey(pair), is_open]));
}
