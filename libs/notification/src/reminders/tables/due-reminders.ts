import type { ClientBase } from 'pg';
import { encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { getUuidTime, lowestUuidNear } from '#shared/query/instant.js';
import { buildToldCondition, mayHaveArrivedSql } from '../../delivery/tables/told-condition.js';
import { getPairKey, type SubscriptionAlert } from '../../silences/tables/silenced-alerts.js';
import type { AlertFilter } from '../../subscriptions/domain/subscription.js';
import type { SubscriptionTrigger } from '../../subscriptions/domain/subscription-record.js';
import { MAX_REMIND_SECONDS, type Remind } from '../../subscriptions/domain/remind.js';
import type { Told } from '../domain/decide-reminder.js';

/** A later time was written while the clock was ahead. Two ranges of the index. */
const IS_DUE = `(look_at <= statement_timestamp() or look_at > statement_timestamp() + interval '${MAX_REMIND_SECONDS + 60} s')`;

/** Runs once a second in every worker. */
export const HAS_DUE = `select exists (select from reminder where ${IS_DUE}) as has_due`;

/** A subscription that wants reminders. */
export interface RemindingSubscription extends AlertFilter {
  readonly protocol_id: string;
  readonly project_id: string | null;
  readonly trigger: SubscriptionTrigger;
  readonly remind: Remind;
  /** What was told before does not count. */
  readonly active_since: Date;
}

export interface DueReminder extends SubscriptionAlert {
  readonly domain_id: string;
  readonly look_at: Date;
  readonly told_at: Date | null;
  /** The time of the database. */
  readonly now: Date;
  /** `null`: it is disabled or deleted, or wants no reminders. */
  readonly subscription: RemindingSubscription | null;
}

/** Locks the reminders that are due longest. Skips those that another transaction has locked. */
export async function lockDueReminders(client: ClientBase, limit: number): Promise<readonly DueReminder[]> {
  const { rows } = await client.query<
    Omit<DueReminder, 'subscription'> & {
      [Name in keyof RemindingSubscription]: RemindingSubscription[Name] | null;
    }
  >({
    name: 'lock reminders that are due',
    text: `
      select r.subscription_id, r.alert_id, r.domain_id, r.look_at, r.told_at, clock_timestamp() as now,
        s.protocol_id, s.project_id, s.trigger, s.remind, s.filter, s.filter_or,
        -- A time in the future was written while the clock was ahead.
        case when s.active_since <= clock_timestamp() then s.active_since else '-infinity' end as active_since
      from reminder r left join subscription s on s.subscription_id = r.subscription_id and s.state = 'ENABLED'
        and s.deleted_at is null and s.remind is not null
      where ${IS_DUE.replaceAll('look_at', 'r.look_at')}
      order by r.look_at limit $1 for update of r skip locked`,
    values: [limit],
  });
  return rows.map(
    ({ protocol_id, project_id, trigger, remind, filter, filter_or, active_since, ...reminder }) => ({
      ...reminder,
      subscription:
        remind === null || protocol_id === null || trigger === null || filter === null || filter_or === null
          ? null
          : {
              ...{ protocol_id, project_id, trigger, remind, filter, filter_or },
              active_since: active_since instanceof Date ? active_since : new Date(0),
            },
    }),
  );
}

/** What a reminder counts from. */
export interface ToldOf extends Told {
  /** The last message that may have arrived or has failed. uuid */
  readonly last_id: string | null;
}

/**
 * Returns what subscriptions were told of alerts, by {@link getPairKey}. What is known from an earlier look still holds if its
 * notifications are no longer kept.
 */
export async function readToldOf(
  client: ClientBase,
  reminders: readonly DueReminder[],
): Promise<ReadonlyMap<string, ToldOf>> {
  if (reminders.length === 0) return new Map();
  const known = reminders.map(({ told_at, alert_id }) => told_at ?? new Date(getUuidTime(alert_id)));
  const { rows } = await client.query<
    SubscriptionAlert & {
      is_waiting: boolean;
      is_open: boolean | null;
      last: Date | null;
      last_id: string | null;
    }
  >({
    name: 'what reminders count from',
    // As `=`, but the planner does not use the index of subscriptions, which finds far more rows than that of alerts.
    text: `
      select t.subscription_id, t.alert_id, bool_or(n.state in ('PENDING', 'HELD')) as is_waiting,
        (array_agg(n.kind <> 'alert.resolved' order by n.seq desc) filter (where ${buildToldCondition('n')}))[1] as is_open,
        (array_agg(n.notification_id order by n.seq desc) filter (where n.is_last))[1] as last_id,
        max(coalesce(n.sent_at, (n.attempts -> -1 ->> 'at')::timestamptz, n.created_at)) filter (where n.is_last) as last
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as t (subscription_id, alert_id, since)
      cross join lateral (
        select n.*, n.state = 'FAILED' or ${mayHaveArrivedSql('n')} as is_last from notification n
        where n.alert_id = t.alert_id and n.subscription_id is not distinct from t.subscription_id
          and n.notification_id >= $4 and n.created_at >= t.since
          and n.state in ('PENDING', 'HELD', 'SENT', 'FAILED')
      ) as n
      group by 1, 2`,
    values: [
      ...encodePairs(reminders),
      encodeTimes(reminders.map(({ subscription }) => subscription?.active_since ?? null)),
      lowestUuidNear(Math.min(...known.map((time) => time.getTime()))),
    ],
  });
  const found = new Map(rows.map((row) => [getPairKey(row), row]));
  return new Map(
    reminders.map((reminder) => {
      const key = getPairKey(reminder);
      const { is_waiting = false, is_open = null, last = null, last_id = null } = found.get(key) ?? {};
      const isKnown =
        reminder.told_at !== null && reminder.told_at >= (reminder.subscription?.active_since ?? 0);
      return [
        key,
        {
          ...{ isWaiting: is_waiting, last_id },
          isOpen: is_open ?? (isKnown ? true : undefined),
          last: last ?? (isKnown ? reminder.told_at : null),
        },
      ];
    }),
  );
}

export async function removeReminders(
  client: ClientBase,
  ended: readonly SubscriptionAlert[],
): Promise<void> {
  if (ended.length === 0) return;
  await client.query({
    name: 'remove reminders',
    text: `
      delete from reminder r using unnest($1::uuid[], $2::uuid[]) as t (subscription_id, alert_id)
      where r.subscription_id = t.subscription_id and r.alert_id = t.alert_id`,
    values: encodePairs(ended),
  });
}

export interface LaterReminder extends SubscriptionAlert {
  readonly look_at: Date;
  readonly told_at: Date | null;
}

export async function postponeReminders(client: ClientBase, later: readonly LaterReminder[]): Promise<void> {
  if (later.length === 0) return;
  await client.query({
    name: 'postpone reminders',
    text: `
      update reminder r set look_at = t.look_at, told_at = t.told_at
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
        as t (subscription_id, alert_id, look_at, told_at)
      where r.subscription_id = t.subscription_id and r.alert_id = t.alert_id`,
    values: [
      ...encodePairs(later),
      encodeTimes(later.map(({ look_at }) => look_at)),
      encodeTimes(later.map(({ told_at }) => told_at)),
    ],
  });
}

/** Plans reminders of open alerts that were told before the subscription wanted reminders. @param after seconds until the first */
export async function seedReminders(
  client: ClientBase,
  subscription: { readonly subscription_id: string; readonly domain_id: string },
  alertIds: readonly string[],
  after: number,
): Promise<void> {
  const { subscription_id, domain_id } = subscription;
  await client.query({
    name: 'seed reminders',
    text: `
      insert into reminder as planned (subscription_id, alert_id, domain_id, look_at)
      select $1, alert_id, $3, clock_timestamp() + make_interval(secs => $4)
      from unnest($2::uuid[]) as t (alert_id) order by alert_id
      on conflict (subscription_id, alert_id) do update set look_at = least(planned.look_at, excluded.look_at)`,
    values: [subscription_id, encodeUuids(alertIds), domain_id, after],
  });
}

const encodePairs = (pairs: readonly SubscriptionAlert[]): [Buffer, Buffer] => [
  encodeUuids(pairs.map(({ subscription_id }) => subscription_id)),
  encodeUuids(pairs.map(({ alert_id }) => alert_id)),
];
