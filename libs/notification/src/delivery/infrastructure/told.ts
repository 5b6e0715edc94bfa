import type { ClientBase } from 'pg';
import type { AlertChange, AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { uuidFromHash, parseId } from '#shared/kernel/ids.js';
import { encodeTexts, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { lowestUuidNear, getUuidTime } from '#shared/query/instant.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import {
  getPairKey,
  MAX_FLAPPING_SECONDS,
  type SubscriptionAlert,
} from '../../silences/tables/silenced-alerts.js';
import { isRemarkSql } from '../../protocols/domain/remarks.js';
import { buildToldCondition, mayHaveArrivedSql } from '../tables/told-condition.js';
import type { FlappingTold } from '../domain/decide-telling.js';

/** What a subscription was told of an alert. */
export interface Told {
  /** Whether the last thing that it was told is that the alert is open; `null`: it was told nothing. */
  readonly is_open: boolean | null;
  /** Whether something could not be told, which may be told later. */
  readonly has_failed: boolean;
}

/** What each subscription was told of each alert. What waits counts as told: it is told before anything that follows. */
export async function readTold(
  client: ClientBase,
  alertIds: readonly string[],
  oldestAlert: Date,
): Promise<Map<string, Told>> {
  if (alertIds.length === 0) return new Map();
  const { rows } = await client.query<SubscriptionAlert & Told>({
    name: 'who was told of alerts',
    text: `
      select subscription_id, alert_id, bool_or(is_failed) as has_failed,
        (array_agg(kind <> 'alert.resolved' order by seq desc) filter (where is_told))[1] as is_open
      from (
        select subscription_id, alert_id, kind, seq, ${buildToldCondition('n')} as is_told,
          state = 'FAILED' and not ${mayHaveArrivedSql('n')} as is_failed
        from notification n
        where alert_id = any($1::uuid[]) and notification_id >= $2 and not ${isRemarkSql('n')}
      ) as n
      where is_told or is_failed
      group by subscription_id, alert_id`,
    values: [encodeUuids(alertIds), lowestUuidNear(oldestAlert.getTime())],
  });
  return new Map(rows.map(({ is_open, has_failed, ...pair }) => [getPairKey(pair), { is_open, has_failed }]));
}

/**
 * Returns the changes that the receiver knows that they came from, so that it is not told of them. It is told if anything older reaches it
 * after it made the change, or may yet: that would leave it in a state that is no longer true.
 */
export async function findEchoes(
  client: ClientBase,
  changes: readonly AlertChange[],
): Promise<ReadonlySet<AlertChange>> {
  const made = changes.filter(({ via_id }) => via_id !== null);
  if (made.length === 0) return new Set();
  const ids = made.map(({ alert_id }) => parseId('alert', alert_id));
  const { rows } = await client.query<{ place: number }>({
    name: 'changes known where they were made',
    text: `
      select place::int from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality as made (via_id, alert_id, via_at, place)
      where not exists (
        select from notification n
        where n.alert_id = made.alert_id and n.subscription_id = made.via_id and n.notification_id >= $4
          and not ${isRemarkSql('n')} and (n.state in ('PENDING', 'HELD', 'FAILED') or n.sent_at >= made.via_at))`,
    values: [
      encodeUuids(made.map(({ via_id }) => via_id)),
      encodeUuids(ids),
      encodeTimes(made.map(({ via_at }) => (via_at === null ? null : new Date(via_at)))),
      lowestUuidNear(Math.min(...ids.map(getUuidTime))),
    ],
  });
  return new Set(rows.flatMap(({ place }) => made[place - 1] ?? []));
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
export function createKeyId({ webhook_id, event_key }: Pick<AlertInfo, 'webhook_id' | 'event_key'>): string {
  return uuidFromHash(new Date(0), webhook_id, event_key);
}

/** Returns what subscriptions were told of keys that are flapping, by {@link getFlappingKey}. */
export async function readFlappingTold(
  client: RecordReader,
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

/** What was told of a key before it was calm no longer counts, nor what was told while the clock was ahead. */
export function findUntil(
  { changed_at }: AlertChange,
  told: FlappingTold | undefined,
): FlappingTold | undefined {
  const left = told === undefined ? -1 : Date.parse(told.calm_at) - Date.parse(changed_at);
  return left >= 0 && left <= MAX_FLAPPING_SECONDS * 1000 ? told : undefined;
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
