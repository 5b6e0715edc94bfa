import type { ClientBase } from 'pg';
import {
  encodeBooleans,
  encodeJsons,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { AlertNotice, StoredMessage } from '../../protocols/sent-message.js';
import { leaveGroups } from './group-holds.js';
import { isUrgent } from '../../quotas/domain/quota-policy.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';

/** The maximum number of rows in one statement. */
const MAX_ROWS = 1_000;

/** The key of holds that wait for the quota. */
export const QUOTA_HOLD_KEY = '';

/** A notification to insert. Ids are uuids. */
export interface NewNotification {
  readonly notification_id: string;
  readonly domain_id: string;
  readonly project_id: string | null;
  readonly subscription_id: string;
  readonly protocol_id: string;
  /** `null`: the notification is not about one alert. */
  readonly alert_id: string | null;
  /** Notifications with the same subject are sent in order. */
  readonly subject_id: string;
  readonly severity: string;
  readonly title: string;
  readonly message: StoredMessage;
  readonly created_at: Date;
  /** Defaults to `PENDING`. */
  readonly state?: 'PENDING' | 'SILENCED' | 'INHIBITED' | 'CANCELLED';
  readonly reason?: string | null;
  readonly silence_id?: string | null;
  readonly inhibition_id?: string | null;
  /** The alert by which the inhibition holds it back. */
  readonly source_alert_id?: string | null;
  /** The escalation whose step it is. */
  readonly escalation_id?: string | null;
  /** When it is sent at the earliest. Defaults to now. */
  readonly due_at?: Date | undefined;
  /** Whether it never waits for others: neither for its group nor for a digest. */
  readonly is_single?: boolean;
  /** When the notification becomes useless. Defaults to its whole lifetime from now on. */
  readonly expires_at?: Date;
}

/** A notification about an alert. The fields left out are taken from the message. */
export interface AlertNotification extends Omit<
  NewNotification,
  'project_id' | 'subject_id' | 'title' | 'alert_id' | 'message'
> {
  readonly alert_id: string;
  readonly message: AlertNotice;
}

export function toNewNotification(row: AlertNotification): NewNotification {
  const { project_id, title } = row.message.data.alert;
  return { ...row, project_id, title, subject_id: row.alert_id };
}

/** Rows get their `seq` in the order in which they are given. */
const INSERT_SQL = `
  insert into notification (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, subject_id,
    kind, state, reason, silence_id, severity, title, message, created_at, expires_at, is_single,
    inhibition_id, source_alert_id, escalation_id)
  select notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, subject_id, kind, state,
    reason, silence_id, severity, title, message, created_at,
    coalesce(expires_at, clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000})), nullif(is_single, false),
    inhibition_id, source_alert_id, escalation_id
  from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::text[],
    $9::text[], $10::text[], $11::uuid[], $12::text[], $13::text[], $14::json[], $15::timestamptz[],
    $16::timestamptz[], $17::boolean[], $18::uuid[], $19::uuid[], $20::uuid[])
    as t (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id,
    subject_id, kind, state, reason, silence_id, severity, title, message, created_at, expires_at, is_single,
    inhibition_id, source_alert_id, escalation_id)
  on conflict (notification_id) do nothing
  returning notification_id`;

/** Inserts notifications that do not exist yet, and adds those that are to be sent to their lanes. Returns the new ones. */
export async function insertNotifications(
  client: ClientBase,
  notifications: readonly NewNotification[],
): Promise<readonly NewNotification[]> {
  const inserted: NewNotification[] = [];
  for (let from = 0; from < notifications.length; from += MAX_ROWS) {
    const batch = notifications.slice(from, from + MAX_ROWS);
    const { rows } = await client.query<{ notification_id: string }>({
      name: 'insert notifications',
      text: INSERT_SQL,
      values: [
        encodeUuids(batch.map(({ notification_id }) => notification_id)),
        encodeTexts(batch.map(({ domain_id }) => domain_id)),
        encodeTexts(batch.map(({ project_id }) => project_id)),
        encodeUuids(batch.map(({ subscription_id }) => subscription_id)),
        encodeTexts(batch.map(({ protocol_id }) => protocol_id)),
        encodeUuids(batch.map(({ alert_id }) => alert_id)),
        encodeUuids(batch.map(({ subject_id }) => subject_id)),
        encodeTexts(batch.map(({ message }) => message.type)),
        encodeTexts(batch.map(({ state = 'PENDING' }) => state)),
        encodeTexts(batch.map(({ reason = null }) => reason)),
        encodeUuids(batch.map(({ silence_id = null }) => silence_id)),
        encodeTexts(batch.map(({ severity }) => severity)),
        encodeTexts(batch.map(({ title }) => title)),
        encodeJsons(batch.map(({ message }) => JSON.stringify(message))),
        encodeTimes(batch.map(({ created_at }) => created_at)),
        encodeTimes(batch.map(({ expires_at }) => expires_at ?? null)),
        encodeBooleans(batch.map(({ is_single = false }) => is_single)),
        encodeUuids(batch.map(({ inhibition_id = null }) => inhibition_id)),
        encodeUuids(batch.map(({ source_alert_id = null }) => source_alert_id)),
        encodeUuids(batch.map(({ escalation_id = null }) => escalation_id)),
      ],
    });
    const ids = new Set(rows.map(({ notification_id }) => notification_id));
    const newRows = batch.filter(({ notification_id }) => ids.has(notification_id));
    inserted.push(...newRows);
    const waiting = newRows.filter(({ state = 'PENDING' }) => state === 'PENDING');
    if (waiting.length === 0) continue;
    await joinLanes(
      client,
      waiting.map((each) => ({ ...each, isUrgent: isUrgent({ ...each, kind: each.message.type }) })),
    );
    await leaveGroups(client, waiting);
  }
  return inserted;
}

const DAY_MS = 86_400_000;

/**
 * Returns the time of a notification, which determines its partition: the time of the change. A change that is read more than
 * a day late, or has a time from a wrong clock, gets the present time, because its partition may be dropped, or not exist
 * yet.
 * @param now the time of the database
 */
export function chooseStorageTime(changed_at: Date, now: Date): Date {
  return Math.abs(now.getTime() - changed_at.getTime()) > DAY_MS ? now : changed_at;
}

/** Severities by the rank of a lane; all others have the next rank. */
const RANKED_SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING'] as const;

/** The SQL relation of the ranks of lanes, the most severe first. */
export const LANE_RANKS_SQL = `(values (0::smallint), (1::smallint), (2::smallint), (3::smallint)) as ranks (rank)`;

/** Returns the SQL expression of the rank of a lane in which a notification of this severity waits. */
function buildRankSql(severity: string): string {
  const cases = RANKED_SEVERITIES.map((each, rank) => `when '${each}' then ${rank}`);
  return `case ${severity} ${cases.join(' ')} else ${RANKED_SEVERITIES.length} end`;
}

/** A notification that joins its lane. Ids are uuids. */
export interface WaitingNotification {
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly notification_id: string;
  /** Whether the notification must not be kept waiting by those before it in the lane. */
  readonly isUrgent?: boolean;
  /** When it is sent at the earliest, if nothing else is in its lane. Defaults to now. */
  readonly due_at?: Date | undefined;
}

/**
 * Adds notifications to their lanes, in the order in which they were written, and creates missing lanes. Must be called after
 * the notifications were written. Locks existing lanes: a transaction that finds its lane empty waits until the new
 * notification is visible.
 */
export async function joinLanes(sql: SqlRunner, waiting: readonly WaitingNotification[]): Promise<void> {
  const lanes = new Map<string, WaitingNotification & { floor: string; tail: string }>();
  for (const each of waiting) {
    const key = getLaneKey(each);
    const { notification_id: id } = each;
    const lane = lanes.get(key);
    if (lane === undefined) lanes.set(key, { ...each, floor: id, tail: id });
    else Object.assign(lane, { floor: id < lane.floor ? id : lane.floor, tail: id });
  }
  const laneList = [...lanes.values()];
  await sql.query(
    `insert into notification_lane as lane
       (subscription_id, subject_id, domain_id, protocol_id, head_id, floor_id, tail_id, expires_at,
       next_attempt_at, rank)
     select t.subscription_id, t.subject_id, t.domain_id, t.protocol_id, head_id, floor_id, tail_id, n.expires_at,
       coalesce(t.due_at, clock_timestamp()), least(${buildRankSql('n.severity')}, ${buildRankSql('last.severity')})
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[],
       $8::timestamptz[]) as t (subscription_id, subject_id, domain_id, protocol_id, head_id, floor_id, tail_id, due_at)
     join notification n on n.notification_id = t.head_id
     left join notification last on last.notification_id = t.tail_id and t.tail_id <> t.head_id
     order by 1, 2
     on conflict (subscription_id, subject_id) do update
     set floor_id = least(lane.floor_id, excluded.floor_id), tail_id = excluded.tail_id,
       -- What some recipients have got must not hold up what is newer, because others have not got it.
       next_attempt_at = case
         when lane.attempt_id is null and lane.next_attempt_at < 'infinity' and exists (
           select from notification head where head.notification_id = lane.head_id and head.progress is not null)
         then least(lane.next_attempt_at, excluded.next_attempt_at) else lane.next_attempt_at end,
       rank = least(lane.rank, excluded.rank)`,
    [
      ...encodeLaneKeys(laneList),
      encodeTexts(laneList.map(({ domain_id }) => domain_id)),
      encodeTexts(laneList.map(({ protocol_id }) => protocol_id)),
      encodeUuids(laneList.map(({ notification_id }) => notification_id)),
      encodeUuids(laneList.map(({ floor }) => floor)),
      encodeUuids(laneList.map(({ tail }) => tail)),
      encodeTimes(laneList.map(({ due_at }) => due_at ?? null)),
    ],
  );
  const urgent = waiting.filter((each) => each.isUrgent);
  if (urgent.length > 0) await makeHoldsDue(sql, urgent);
}

/**
 * Makes holds that wait for the quota due, if something urgent has joined one of their lanes: it must not wait behind the
 * others. Locks holds after lanes, as a claim does, and in a fixed order, to avoid deadlocks.
 */
async function makeHoldsDue(sql: SqlRunner, urgent: readonly WaitingNotification[]): Promise<void> {
  await sql.query(
    `with held as materialized (
       select subscription_id from notification_hold
       where hold_key = '${QUOTA_HOLD_KEY}' and subscription_id in (
         select lane.subscription_id
         from unnest($1::uuid[], $2::uuid[]) as t (subscription_id, subject_id)
         join notification_lane lane on lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id
         where lane.hold_key = '${QUOTA_HOLD_KEY}')
       order by subscription_id for update
     )
     update notification_hold h set look_at = least(h.look_at, clock_timestamp())
     from held where h.subscription_id = held.subscription_id and h.hold_key = '${QUOTA_HOLD_KEY}'`,
    encodeLaneKeys(urgent),
  );
}

/** The key of a lane, and the lowest id of a notification in it. Ids are uuids. */
export interface Lane {
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly floor_id: string;
}

/**
 * Makes the next notification of each lane its head, and deletes lanes without one. The lanes must be locked, and their heads
 * finished.
 */
export async function advanceLanes(client: ClientBase, lanes: readonly Lane[]): Promise<void> {
  if (lanes.length === 0) return;
  await client.query({
    name: 'advance lanes',
    text: `
      with lane as materialized (
        select lane.subscription_id, lane.subject_id, next.notification_id, next.expires_at
        from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as lane (subscription_id, subject_id, floor_id)
        left join lateral (
          select notification_id, expires_at from notification n
          where n.subscription_id = lane.subscription_id and n.subject_id = lane.subject_id
            and n.state in ('PENDING', 'HELD') and n.notification_id >= lane.floor_id
          order by n.seq limit 1
        ) as next on true
      ), moved as (
        update notification_lane set head_id = lane.notification_id,
          expires_at = greatest(notification_lane.expires_at, lane.expires_at),
          next_attempt_at = clock_timestamp(), attempt_id = null, attempted_at = null, hold_key = null
        from lane
        where notification_lane.subscription_id = lane.subscription_id
          and notification_lane.subject_id = lane.subject_id and lane.notification_id is not null
      )
      delete from notification_lane using lane
      where notification_lane.subscription_id = lane.subscription_id
        and notification_lane.subject_id = lane.subject_id and lane.notification_id is null`,
    values: [...encodeLaneKeys(lanes), encodeUuids(lanes.map(({ floor_id }) => floor_id))],
  });
}

type LaneKey = Pick<Lane, 'subscription_id' | 'subject_id'>;

export const getLaneKey = ({ subscription_id, subject_id }: LaneKey) => `${subscription_id} ${subject_id}`;

/** Returns the keys of lanes as two parameters of a statement. */
export function encodeLaneKeys(lanes: readonly LaneKey[]): [subscriptions: Buffer, subjects: Buffer] {
  return [
    encodeUuids(lanes.map(({ subscription_id }) => subscription_id)),
    encodeUuids(lanes.map(({ subject_id }) => subject_id)),
  ];
}
