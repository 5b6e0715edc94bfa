import type { ClientBase, Pool } from 'pg';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import { DIGEST_INTERVAL_MS, URGENT_KINDS, URGENT_SEVERITIES } from '../../quotas/domain/quota-policy.js';
import { QUOTA_HOLD_KEY } from '../tables/notification-lanes.js';
import { DIGEST_TYPE } from '../../protocols/sent-message.js';
import { MAX_INTERVAL_SECONDS, type Group } from '../../subscriptions/domain/group.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';

/** A hold, with its subscription. Ids are uuids. */
export interface Hold {
  readonly subscription_id: string;
  readonly hold_key: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  /** To the microsecond, as text of PostgreSQL. */
  readonly opened_at: string;
  /** The time of the database. */
  readonly now: Date;
  /** Milliseconds until the digest of a quota is due. */
  readonly wait: number;
  /** The state of the subscription; `null` if it no longer exists. */
  readonly state: string | null;
  readonly name: string;
  readonly project_id: string | null;
  readonly group_by: Group | null;
  /** Whether the subscription was changed since the hold was opened. */
  readonly is_outdated: boolean | null;
  /** `null`: the subscription no longer exists. */
  readonly options: PluginOptions | null;
}

/** A hold of the quota is looked at after the interval of digests at the latest, that of a group after its own interval. */
const IS_DUE_SQL = `(hold_key = '${QUOTA_HOLD_KEY}' and ${buildDueCondition('look_at', DIGEST_INTERVAL_MS / 1000)}
  or hold_key <> '${QUOTA_HOLD_KEY}' and ${buildDueCondition('look_at', MAX_INTERVAL_SECONDS)})`;

/** Locks a hold that is due and not locked by another transaction. @param excludedDomains domains that are skipped */
export async function lockDueHold(
  client: ClientBase,
  excludedDomains: readonly string[],
): Promise<Hold | undefined> {
  const { rows } = await client.query<Hold>({
    name: 'lock due hold',
    text: `
      with h as materialized (
        select * from notification_hold where ${IS_DUE_SQL} and domain_id <> all($1::text[])
        order by look_at limit 1 for update skip locked
      )
      select h.subscription_id, h.hold_key, h.domain_id, h.protocol_id, h.opened_at::text,
        case when ${buildDueCondition('h.digest_at', DIGEST_INTERVAL_MS / 1000)} then 0
          else ceil(extract(epoch from h.digest_at - clock_timestamp()) * 1000)::float8 end as wait,
        clock_timestamp() as now, s.state, s.name, s.project_id, s.group_by, s.options,
        s.updated_at > h.opened_at as is_outdated
      from h left join subscription s on s.subscription_id = h.subscription_id and s.deleted_at is null`,
    values: [excludedDomains],
  });
  return rows[0];
}

/** Sets when the hold is looked at again. @param delayMs milliseconds */
export async function rescheduleHold(client: ClientBase, hold: Hold, delayMs: number): Promise<void> {
  await client.query({
    name: 'look at hold again',
    text: `
      update notification_hold set look_at = clock_timestamp() + make_interval(secs => $3)
      where subscription_id = $1 and hold_key = $2`,
    values: [hold.subscription_id, hold.hold_key, delayMs / 1000],
  });
}

/** Deletes the hold. If lanes are left in it, because they were locked or too many, it is due again a second later. */
export async function closeHold(client: ClientBase, hold: Hold): Promise<void> {
  const key = [hold.subscription_id, hold.hold_key];
  const { rowCount } = await client.query({
    name: 'close hold',
    text: `
      delete from notification_hold where subscription_id = $1 and hold_key = $2 and not exists (
        select from notification_lane where subscription_id = $1 and hold_key = $2)`,
    values: key,
  });
  if (rowCount !== 0) return;
  await client.query({
    name: 'reopen hold',
    text: `
      update notification_hold set opened_at = clock_timestamp(),
        look_at = clock_timestamp() + interval '1 second'
      where subscription_id = $1 and hold_key = $2`,
    values: key,
  });
}

/**
 * Extends the lifetime of waiting notifications to the end of the window plus the whole lifetime. Lanes that are locked are
 * skipped until the hold is looked at again: their transaction may be waiting for the hold.
 */
export async function extendLanes(client: ClientBase, hold: Hold, windowEnd: Date): Promise<void> {
  await client.query({
    name: 'prolong lanes',
    text: `
      with held as materialized (
        select subject_id from notification_lane
        where subscription_id = $1 and hold_key = $2 and expires_at < $3 for update skip locked
      )
      update notification_lane lane set expires_at = $3
      from held where lane.subscription_id = $1 and lane.subject_id = held.subject_id`,
    values: [hold.subscription_id, hold.hold_key, new Date(windowEnd.getTime() + LIFETIME_MS)],
  });
}

export const isGroupHold = ({ hold_key }: Pick<Hold, 'hold_key'>): boolean => hold_key !== QUOTA_HOLD_KEY;

/** Returns a sentence for the receiver. They may have waited by other fields than those of the group now. */
export function describeGroup({ group_by, is_outdated }: Hold): string {
  return group_by === null || is_outdated === true
    ? 'They waited for each other.'
    : `They have the same ${group_by.by.join(', ')}.`;
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

/** The maximum number of lanes in one transaction. */
const MAX_RELEASED_LANES = 5_000;

const sqlLiterals = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** A condition on `n`: it belongs to an escalation, of which nothing is told in a digest. */
const IS_ESCALATION_SQL = `(n.escalation_id is not null or n.kind = 'escalation.unreached')`;

/** A condition on `n`: whether it is sent singly while a quota is low. It must agree with the rules of a low quota. */
export const IS_URGENT_SQL = `(${IS_ESCALATION_SQL} or n.severity in (${sqlLiterals(URGENT_SEVERITIES)}) or n.kind in (${sqlLiterals(URGENT_KINDS)})
  or n.attempt_count > 0 or n.kind = 'alert.resolved' and n.is_single)`;

/**
 * Selects lanes: all; those whose head is urgent; those in which any waiting notification is urgent, or is sent in no digest: of an
 * escalation, or a digest itself.
 */
type LaneSelection = 'all' | 'urgent heads' | 'with urgent' | 'outside digests';

// An array, so that its subquery is evaluated once, not for each lane, whatever the plan.
const hasWaiting = (condition: string) => `and lane.subject_id = any(array(
    select n.subject_id from notification n
    where n.subscription_id = $1 and n.state in ('PENDING', 'HELD') and ${condition}))`;

const CONDITIONS: Readonly<Record<LaneSelection, string>> = {
  all: '',
  'urgent heads': `and exists (
    select from notification n where n.notification_id = lane.head_id and ${IS_URGENT_SQL})`,
  'with urgent': hasWaiting(IS_URGENT_SQL),
  'outside digests': hasWaiting(`(${IS_ESCALATION_SQL} or n.kind = '${DIGEST_TYPE}')`),
};

/** Makes held lanes due, the oldest first. Returns the number of lanes. */
export async function releaseLanes(
  client: ClientBase,
  { subscription_id, hold_key }: Hold,
  selection: LaneSelection,
): Promise<number> {
  const { rowCount } = await client.query({
    name: `release lanes, ${selection}`,
    text: `
      with held as materialized (
        select subject_id, head_id from notification_lane lane
        where subscription_id = $1 and hold_key = $2 ${CONDITIONS[selection]}
        order by head_id limit ${MAX_RELEASED_LANES} for update of lane skip locked
      ), numbered as (
        select subject_id, row_number() over (order by head_id desc) as place from held
      )
      update notification_lane lane set hold_key = null,
        next_attempt_at = clock_timestamp() - place * interval '1 millisecond',
        expires_at = greatest(expires_at, clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000}))
      from numbered
      where lane.subscription_id = $1 and lane.subject_id = numbered.subject_id`,
    values: [subscription_id, hold_key],
  });
  return rowCount ?? 0;
}

/** Returns whether something urgent waits in the lanes of the hold. */
export async function hasUrgent(client: ClientBase, { subscription_id, hold_key }: Hold): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>({
    name: 'has urgent',
    text: `
      select exists (
        select from notification_lane lane
        where subscription_id = $1 and hold_key = $2 ${CONDITIONS['with urgent']}) as found`,
    values: [subscription_id, hold_key],
  });
  return rows[0]?.found === true;
}
