import type { ClientBase } from 'pg';
import type { ChangeWithMessage } from '#monitoring/contracts/alert-outbox.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { uuidFromHash } from '#shared/kernel/ids.js';
import { encodeTexts, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { lowestUuid } from '#shared/query/instant.js';
import { getPairKey, type SubscriptionAlert } from '../../silences/tables/silenced-alerts.js';
import { isRemarkSql } from '../../protocols/domain/remarks.js';
import type { FlappingTold } from '../domain/decide-telling.js';

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
      where alert_id = any($1::uuid[]) and notification_id >= $2 and not ${isRemarkSql('notification')} and (state in ('SENT', 'PENDING', 'HELD')
        or state = 'FAILED' and attempts @? '${UNCLEAR_ATTEMPT}')
      order by subscription_id, alert_id, seq desc`,
    values: [encodeUuids(alertIds), lowestUuid(oldestAlert.getTime() - MARGIN_MS)],
  });
  return new Map(rows.map(({ is_open, ...pair }) => [getPairKey(pair), is_open]));
}

/** An event key that is flapping, of a subscription. Both ids are uuids. */
interface SubscriptionKey {
  readonly subscription_id: string;
  readonly key_id: string;
}

export interface StoredFlapping extends SubscriptionKey, FlappingTold {}

/** Hours for which a row is kept after its key was calm: changes from before may still be read. */
const KEEP_HOURS = 24;

export const getFlappingKey = ({ subscription_id, key_id }: SubscriptionKey) =>
  `${subscription_id} ${key_id}`;

/** Identifies an event key of a webhook. */
export function createKeyId({ data }: ChangeWithMessage['message']): string {
  const { webhook_id, event_key } = data.alert;
  return uuidFromHash(new Date(0), webhook_id, event_key);
}

/** Returns what subscriptions were told of keys that are flapping, by {@link getFlappingKey}. */
export async function readFlappingTold(
  client: ClientBase,
  subscriptionIds: readonly string[],
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, FlappingTold>> {
  if (subscriptionIds.length === 0 || keyIds.length === 0) return new Map();
  const { rows } = await client.query<SubscriptionKey & { severity: Severity; calm_at: Date }>({
    name: 'told of flapping keys',
    text: `
      select subscription_id, key_id, severity, calm_at from flapping_told
      where subscription_id = any($1::uuid[]) and key_id = any($2::uuid[])`,
    values: [encodeUuids(subscriptionIds), encodeUuids(keyIds)],
  });
  return new Map(
    rows.map(({ severity, calm_at, ...key }) => [
      getFlappingKey(key),
      { severity, calm_at: calm_at.toISOString() },
    ]),
  );
}

/** @param told in the order in which it was told; the last of each key counts */
export async function storeFlappingTold(client: ClientBase, told: readonly StoredFlapping[]): Promise<void> {
  const rows = [...new Map(told.map((each) => [getFlappingKey(each), each])).values()];
  if (rows.length === 0) return;
  await client.query({
    name: 'store what was told of flapping keys',
    text: `
      insert into flapping_told (subscription_id, key_id, severity, calm_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) order by 1, 2
      on conflict (subscription_id, key_id) do update
      set severity = excluded.severity, calm_at = excluded.calm_at`,
    values: [
      encodeUuids(rows.map(({ subscription_id }) => subscription_id)),
      encodeUuids(rows.map(({ key_id }) => key_id)),
      encodeTexts(rows.map(({ severity }) => severity)),
      encodeTimes(rows.map(({ calm_at }) => new Date(calm_at))),
    ],
  });
}

/** Deletes what was told of keys that have been calm for long. */
export async function deleteCalmKeys(client: ClientBase, now: Date): Promise<void> {
  await client.query('delete from flapping_told where calm_at < $1', [
    new Date(now.getTime() - KEEP_HOURS * 3_600_000),
  ]);
}
