import type { ClientBase } from 'pg';
import {
  encodeBooleans,
  encodeJsons,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import { encodeLaneKeys, getLaneKey } from '../../delivery/tables/notification-lanes.js';
import { buildToldCondition } from '../../delivery/tables/told-condition.js';
import { isRemark, isRemarkSql } from '../../protocols/domain/remarks.js';
import type { AlertNotice } from '../../protocols/sent-message.js';

/** The longest time in seconds that a key flaps after an opening. */
export const MAX_FLAPPING_SECONDS = 86_400;

/** A subscription and an alert. Both ids are uuids. */
export interface SubscriptionAlert {
  readonly subscription_id: string;
  readonly alert_id: string;
}

export const getPairKey = ({ subscription_id, alert_id }: SubscriptionAlert): string =>
  `${subscription_id} ${alert_id}`;

/** What keeps an alert silent: a silence, an inhibition with its source, or neither while its key is flapping. Ids are uuids. */
interface Keeper {
  readonly silence_id: string | null;
  readonly inhibition_id: string | null;
  readonly source_alert_id: string | null;
}

export interface UnsettledAlert extends SubscriptionAlert, Keeper {
  readonly look_at: Date;
  /** The reason of the silence. */
  readonly reason: string | null;
}

/**
 * Milliseconds after the end of a silence until its alerts are looked at, so that changes from before the end are read by
 * then.
 */
const MARGIN_MS = 1_000;

export const addMargin = (end: Date) => new Date(end.getTime() + MARGIN_MS);

/** Returns the silenced alerts among these pairs that are not settled yet, and locks them to the end of the transaction. */
export async function lockUnsettled(
  client: ClientBase,
  pairs: readonly SubscriptionAlert[],
): Promise<ReadonlyMap<string, UnsettledAlert>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await client.query<UnsettledAlert>({
    name: 'unsettled alerts',
    text: `
      select s.subscription_id, s.alert_id, s.silence_id, s.inhibition_id, s.source_alert_id, s.look_at, silence.reason
      from silenced_alert s left join silence using (silence_id)
      where (s.subscription_id, s.alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))
      order by s.subscription_id, s.alert_id for update of s`,
    values: encodePairs(pairs),
  });
  return new Map(rows.map((row) => [getPairKey(row), row]));
}

/**
 * Returns the pairs of which something is silenced that is not settled yet: everything that follows waits with it. Does not
 * lock them: readers of the feed wait for transactions that have locked a row.
 */
export async function readUnsettled(
  client: ClientBase,
  pairs: readonly SubscriptionAlert[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await client.query<SubscriptionAlert>({
    name: 'alerts that are silenced for subscriptions',
    text: `
      select subscription_id, alert_id from silenced_alert
      where (silence_id is not null or inhibition_id is not null) and (subscription_id, alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    values: encodePairs(pairs),
  });
  return new Set(rows.map(getPairKey));
}

/** A notification that was silenced, or what is to be told when its key no longer flaps. */
export interface SilencedNotice extends SubscriptionAlert, Keeper {
  readonly domain_id: string;
  readonly look_at: Date;
  readonly notice: AlertNotice;
}

/** The kinds of changes that tell most about an alert to a receiver that does not know it. */
const OPENING_TYPES: ReadonlySet<string> = new Set(['alert.opened', 'alert.reopened', 'alert.flapping']);
const RESOLVED_TYPE = 'alert.resolved';

interface SilencedAlertRow extends SilencedNotice {
  change: AlertNotice | null;
  resolution: AlertNotice | null;
}

/**
 * Stores what is to be sent when the silence is over. If the alert is open then: its newest opening, or else its newest
 * change. If it is resolved: the resolution, provided that the last notification before the silence was not a resolution.
 */
export async function storeSilenced(client: ClientBase, notices: readonly SilencedNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = [...foldNotices(notices).values()];
  await client.query({
    name: 'keep silenced alerts',
    text: `
      insert into silenced_alert as kept
        (subscription_id, alert_id, domain_id, silence_id, look_at, change, is_opening, resolution, inhibition_id,
        source_alert_id, was_open)
      select t.*, coalesce((
          select n.kind <> '${RESOLVED_TYPE}' from notification n
          where n.alert_id = t.alert_id and n.subscription_id = t.subscription_id
            and ${buildToldCondition('n')}
          order by n.seq desc limit 1), false)
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::json[], $7::boolean[],
        $8::json[], $9::uuid[], $10::uuid[]) as t (subscription_id, alert_id, domain_id, silence_id, look_at, change,
        is_opening, resolution, inhibition_id, source_alert_id)
      order by 1, 2
      on conflict (subscription_id, alert_id) do update set
        silence_id = excluded.silence_id, look_at = excluded.look_at,
        inhibition_id = excluded.inhibition_id, source_alert_id = excluded.source_alert_id,
        change = case when excluded.is_opening or not kept.is_opening
          then coalesce(excluded.change, kept.change) else kept.change end,
        is_opening = kept.is_opening or excluded.is_opening,
        resolution = coalesce(excluded.resolution, kept.resolution)`,
    values: [
      ...encodePairs(rows),
      encodeTexts(rows.map(({ domain_id }) => domain_id)),
      encodeUuids(rows.map(({ silence_id }) => silence_id)),
      encodeTimes(rows.map(({ look_at }) => look_at)),
      encodeJsons(rows.map(({ change }) => change && JSON.stringify(change))),
      encodeBooleans(rows.map(({ change }) => isOpening(change))),
      encodeJsons(rows.map(({ resolution }) => resolution && JSON.stringify(resolution))),
      encodeUuids(rows.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(rows.map(({ source_alert_id }) => source_alert_id)),
    ],
  });
}

/** Folds the notices of each pair into one row, as the `on conflict` clause would. */
function foldNotices(notices: readonly SilencedNotice[]): ReadonlyMap<string, SilencedAlertRow> {
  const rows = new Map<string, SilencedAlertRow>();
  for (const each of notices) {
    const { change = null, resolution = null } = rows.get(getPairKey(each)) ?? {};
    const { notice } = each;
    if (notice.type === RESOLVED_TYPE) rows.set(getPairKey(each), { ...each, change, resolution: notice });
    else if (isOpening(change) && !isOpening(notice))
      rows.set(getPairKey(each), { ...each, change, resolution });
    else rows.set(getPairKey(each), { ...each, change: notice, resolution });
  }
  return rows;
}

function isOpening(notice: AlertNotice | null): boolean {
  return notice !== null && OPENING_TYPES.has(notice.type);
}

/** How many of the newest notifications of a subscription say what it was told, at most. */
const MAX_TOLD = 10_000;

/** When the ends that the subscription `s` missed are looked at. */
const MISSED_ENDS_AT_SQL = `s.active_since + interval '${MARGIN_MS} ms'`;

/** A condition on a subscription `s`: it may still be told of ends that it missed while it was disabled. */
export const HAS_MISSED_ENDS_SQL = `exists (
  select from silenced_alert k where k.subscription_id = s.subscription_id and k.look_at = ${MISSED_ENDS_AT_SQL})`;

/**
 * Keeps for a subscription that is enabled again the end of each alert that it knows as open: nobody tells it what changed while it was
 * disabled. Whether the alert ended then, and whether the subscription asks for that, is decided where silences end; none holds it back.
 */
export async function keepMissedEnds(sql: SqlRunner, subscription_id: string): Promise<void> {
  await sql.query(
    `with told as (
       select distinct on (alert_id) notification_id, alert_id, kind from (
         select * from notification where subscription_id = $1 order by notification_id desc limit ${MAX_TOLD}) as n
       -- What failed is told again now that the subscription is enabled, unless the alert has ended.
       where alert_id is not null and (${buildToldCondition('n')} or n.state = 'FAILED' and not ${isRemarkSql('n')})
       order by alert_id, seq desc)
     insert into silenced_alert as kept
       (subscription_id, alert_id, domain_id, look_at, is_opening, resolution, was_open)
     select $1, told.alert_id, s.domain_id, ${MISSED_ENDS_AT_SQL}, false,
       n.message::jsonb || jsonb_build_object(
         'type', '${RESOLVED_TYPE}',
         'timestamp', to_char(s.active_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'data', n.message::jsonb -> 'data' || jsonb_build_object('change', n.message::jsonb -> 'data' -> 'change' ||
           jsonb_build_object('event_id', null, 'actor', null, 'state_before', 'OPEN', 'severity_before', n.severity, 'flapping', false))), true
     from told join notification n using (notification_id) cross join subscription s
     where told.kind <> '${RESOLVED_TYPE}' and s.subscription_id = $1 and s.disabled_at is not null
     order by 1, 2
     on conflict (subscription_id, alert_id) do update set resolution = excluded.resolution`,
    [subscription_id],
  );
}

/** A notification that is sent again. Ids are uuids. */
interface ResentNotice {
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly kind: string;
  /** The state before it was queued again. */
  readonly state: string;
  /** The time of the change in its message. A change that was read late is stored with a later time. */
  readonly told_at: Date;
}

/** Locks silenced alerts to the end of the transaction. Must be called before lanes are locked, the order everywhere. */
export async function lockSilencedAlerts(sql: SqlRunner, resent: readonly ResentNotice[]): Promise<void> {
  await sql.query(
    `select from silenced_alert s
     where (s.subscription_id, s.alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by s.subscription_id, s.alert_id for update of s`,
    encodeLaneKeys(resent),
  );
}

/**
 * Removes from a silenced alert what is resent now, and what is older, so that it is not sent again after the silence. From
 * then on the receiver knows the state that the resent notification reports.
 * @param resent notifications, those of one alert in their order
 */
export async function discardResent(sql: SqlRunner, resent: readonly ResentNotice[]): Promise<void> {
  const states = resent.filter(({ kind }) => !isRemark(kind));
  const newest = [...new Map(states.map((each) => [getLaneKey(each), each])).values()];
  await sql.query(
    `update silenced_alert s set
       change = case when t.is_change_told then null else s.change end,
       is_opening = s.is_opening and t.is_change_told is not true,
       resolution = case when t.is_resolution_told then null else s.resolution end,
       was_open = not t.is_resolved or (s.was_open and not t.was_silenced)
     from (
       select k.subscription_id, k.alert_id, t.is_resolved, t.was_silenced,
         (k.change ->> 'timestamp')::timestamptz < t.told_at
           or ((k.change ->> 'timestamp')::timestamptz = t.told_at and not t.is_resolved) as is_change_told,
         (k.resolution ->> 'timestamp')::timestamptz < t.told_at
           or ((k.resolution ->> 'timestamp')::timestamptz = t.told_at and t.is_resolved) as is_resolution_told
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::boolean[], $5::boolean[])
         as t (subscription_id, alert_id, told_at, is_resolved, was_silenced)
       join silenced_alert k on k.subscription_id = t.subscription_id and k.alert_id = t.alert_id
     ) as t
     where s.subscription_id = t.subscription_id and s.alert_id = t.alert_id`,
    [
      ...encodeLaneKeys(newest),
      encodeTimes(newest.map(({ told_at }) => told_at)),
      encodeBooleans(newest.map(({ kind }) => kind === 'alert.resolved')),
      encodeBooleans(newest.map(({ state }) => state === 'SILENCED' || state === 'INHIBITED')),
    ],
  );
}

/** A silenced alert of a subscription. */
export interface DueAlert extends SubscriptionAlert, Keeper {
  readonly domain_id: string;
  /** The notice to send if the alert is open. */
  readonly change: AlertNotice | null;
  /** The notice to send if the alert is resolved and was open in the last notification. */
  readonly resolution: AlertNotice | null;
  readonly was_open: boolean;
}

/** Locks silenced alerts that are due. Skips those that another transaction has locked. */
export async function lockDueAlerts(
  client: ClientBase,
  domains: readonly string[],
  now: Date,
  limit: number,
): Promise<readonly DueAlert[]> {
  const { rows } = await client.query<DueAlert>({
    name: 'lock silenced alerts that are due',
    text: `
      select subscription_id, alert_id, domain_id, silence_id, inhibition_id, source_alert_id, change, resolution,
        was_open and coalesce((
          select n.kind <> '${RESOLVED_TYPE}' from notification n
          where n.alert_id = s.alert_id and n.subscription_id = s.subscription_id and ${buildToldCondition('n')}
          order by n.seq desc limit 1), true) as was_open
      from silenced_alert s
      where look_at <= $2 and domain_id = any($1::text[])
      order by look_at limit $3 for update skip locked`,
    values: [domains, now, limit],
  });
  return rows;
}

/** Assigns alerts to what keeps them silent now, until the next check. */
export async function reassignAlerts(
  client: ClientBase,
  alerts: readonly (SubscriptionAlert & Keeper & { readonly look_at: Date })[],
): Promise<void> {
  if (alerts.length === 0) return;
  await client.query({
    name: 'keep alerts silent',
    text: `
      update silenced_alert s set silence_id = t.silence_id, look_at = t.look_at, inhibition_id = t.inhibition_id,
        source_alert_id = t.source_alert_id
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::uuid[])
        as t (subscription_id, alert_id, silence_id, look_at, inhibition_id, source_alert_id)
      where s.subscription_id = t.subscription_id and s.alert_id = t.alert_id`,
    values: [
      ...encodePairs(alerts),
      encodeUuids(alerts.map(({ silence_id }) => silence_id)),
      encodeTimes(alerts.map(({ look_at }) => look_at)),
      encodeUuids(alerts.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(alerts.map(({ source_alert_id }) => source_alert_id)),
    ],
  });
}

export async function deleteSettled(client: ClientBase, alerts: readonly SubscriptionAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  await client.query({
    name: 'remove settled alerts',
    text: `
      delete from silenced_alert s using unnest($1::uuid[], $2::uuid[]) as t (subscription_id, alert_id)
      where s.subscription_id = t.subscription_id and s.alert_id = t.alert_id`,
    values: encodePairs(alerts),
  });
}

/** Returns pairs as two parameters of a statement. */
export function encodePairs(pairs: readonly SubscriptionAlert[]): [Buffer, Buffer] {
  return [
    encodeUuids(pairs.map(({ subscription_id }) => subscription_id)),
    encodeUuids(pairs.map(({ alert_id }) => alert_id)),
  ];
}
