import type { ClientBase } from 'pg';
import { findGroupKey } from '../tables/group-holds.js';
import { encodeLaneKeys, getLaneKey, QUOTA_HOLD_KEY } from '../tables/notification-lanes.js';
import {
  encodeIntegers,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import { DIGEST_INTERVAL_MS } from '../../quotas/domain/quota-policy.js';
import type { Group } from '../../subscriptions/domain/group.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import type { DueHead } from './claim-attempts.js';
import type { HeldHead } from './consume-units.js';
import { IS_URGENT_SQL } from './notification-holds.js';

/** The maximum number of further lanes that one statement holds. */
const MAX_FOLLOWERS = 2_000;

/** Takes these lanes out of claiming until their hold is closed. Their notifications keep their whole lifetime from then on. */
export async function holdLanes(client: ClientBase, held: readonly HeldHead[]): Promise<void> {
  if (held.length === 0) return;
  await openHolds(client, held);
  await client.query({
    name: 'hold lanes',
    text: `
      update notification_lane l set attempt_id = null, attempted_at = null, next_attempt_at = 'infinity',
        hold_key = '${QUOTA_HOLD_KEY}', expires_at = greatest(l.expires_at, t.expires_at)
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as t (subscription_id, subject_id, expires_at)
      where l.subscription_id = t.subscription_id and l.subject_id = t.subject_id`,
    values: [
      ...encodeLaneKeys(held.map(({ lane }) => lane)),
      encodeTimes(held.map((each) => computeExpiry(each))),
    ],
  });
  await client.query({
    name: 'hold notifications',
    text: `
      update notification n set state = 'HELD', reason = t.reason, next_attempt_at = null
      from unnest($1::uuid[], $2::text[]) as t (notification_id, reason)
      where n.notification_id = t.notification_id and (n.state <> 'HELD' or n.reason is distinct from t.reason)`,
    values: [
      encodeUuids(held.map(({ head }) => head.notification_id)),
      encodeTexts(held.map(({ reason }) => reason)),
    ],
  });
}

/**
 * Holds all other due lanes of the same subscriptions to which the same applies, in one statement instead of by many claims.
 */
export async function holdFollowers(client: ClientBase, held: readonly HeldHead[]): Promise<void> {
  const bySubscription = new Map(held.map((each) => [each.lane.subscription_id, each]));
  for (const { lane, reason, isWithheld, window_end } of bySubscription.values()) {
    const { subscription_id, domain_id, protocol_id } = lane;
    const { rows } = await client.query<{ fresh: number; has_followers: boolean }>({
      name: isWithheld ? 'hold less urgent followers' : 'hold followers',
      text: `
        with due as materialized (
          select lane.subject_id, lane.head_id, lane.tail_id, n.state
          from notification_lane lane join notification n on n.notification_id = lane.head_id
          where lane.subscription_id = $1 and lane.next_attempt_at <= clock_timestamp() and lane.attempt_id is null
            and n.state in ('PENDING', 'HELD') and n.kind <> 'quota.exhausted' ${isWithheld ? `and not ${IS_URGENT_SQL}` : ''}
          limit ${MAX_FOLLOWERS} for update of lane skip locked
        ), heads as (
          update notification n set state = 'HELD', reason = $2, next_attempt_at = null
          from due where n.notification_id = due.head_id
        ), lanes as (
          update notification_lane lane set next_attempt_at = 'infinity', hold_key = '${QUOTA_HOLD_KEY}',
            expires_at = greatest(lane.expires_at, $3)
          from due where lane.subscription_id = $1 and lane.subject_id = due.subject_id
        )
        select count(*) filter (where state <> 'HELD')::int as fresh,
          coalesce(bool_or(tail_id <> head_id), false) as has_followers
        from due`,
      values: [subscription_id, reason, new Date(window_end.getTime() + LIFETIME_MS)],
    });
    const { fresh = 0, has_followers = false } = rows[0] ?? {};
    if (!isWithheld && fresh > 0) await countRefused(client, { domain_id, protocol_id }, fresh);
    if (isWithheld && has_followers) await makeHoldDue(client, subscription_id);
  }
}

/** Counts refusals as if the notifications had been refused by a claim. */
async function countRefused(
  client: ClientBase,
  { domain_id, protocol_id }: Pick<HeldHead['lane'], 'domain_id' | 'protocol_id'>,
  refused: number,
): Promise<void> {
  await client.query({
    name: 'count refused followers',
    text: `
      update quota_usage set refused = refused + $3
      where domain_id = $1 and protocol_id = $2 and day = (
        select max(day) from quota_usage where domain_id = $1 and protocol_id = $2)`,
    values: [domain_id, protocol_id, refused],
  });
}

async function makeHoldDue(client: ClientBase, subscription_id: string): Promise<void> {
  await client.query({
    name: 'look at hold soon',
    text: `
      update notification_hold set look_at = least(look_at, clock_timestamp())
      where subscription_id = $1 and hold_key = '${QUOTA_HOLD_KEY}'`,
    values: [subscription_id],
  });
}

/**
 * Returns the expiry after holding. A notification about a window that is used up gets no more time: after the window it is
 * of no use.
 */
function computeExpiry({ head, lane, window_end }: HeldHead): Date {
  return head.kind === 'quota.exhausted' ? lane.expires_at : new Date(window_end.getTime() + LIFETIME_MS);
}

/** Opens holds, in a fixed order to avoid deadlocks. A hold that is already open is looked at no later than before. */
async function openHolds(client: ClientBase, held: readonly HeldHead[]): Promise<void> {
  const earliest = new Map<string, HeldHead>();
  for (const each of held) {
    const { subscription_id } = each.lane;
    const other = earliest.get(subscription_id);
    if (other === undefined || each.checkAfterMs < other.checkAfterMs) earliest.set(subscription_id, each);
  }
  const holds = [...earliest.values()];
  await client.query({
    name: 'open holds',
    text: `
      insert into notification_hold as h
        (subscription_id, hold_key, domain_id, protocol_id, opened_at, digest_at, look_at)
      select subscription_id, '${QUOTA_HOLD_KEY}', domain_id, protocol_id, clock_timestamp(),
        clock_timestamp() + interval '${DIGEST_INTERVAL_MS / 1000} seconds',
        clock_timestamp() + make_interval(secs => look_after / 1000.0)
      from unnest($1::uuid[], $2::text[], $3::text[], $4::int[])
        as t (subscription_id, domain_id, protocol_id, look_after)
      order by subscription_id
      on conflict (subscription_id, hold_key) do update set look_at = least(h.look_at, excluded.look_at)`,
    values: [
      encodeUuids(holds.map(({ lane }) => lane.subscription_id)),
      encodeTexts(holds.map(({ lane }) => lane.domain_id)),
      encodeTexts(holds.map(({ lane }) => lane.protocol_id)),
      encodeIntegers(holds.map(({ checkAfterMs }) => checkAfterMs)),
    ],
  });
}

/** The maximum number of further lanes that one claim holds. */
const MAX_GROUP_FOLLOWERS = 1_000;

/** A lane that waits for other alerts of its group. Ids are uuids. */
interface GroupedLane {
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly head_id: string;
  readonly hold_key: string;
  readonly wait: number;
}

/**
 * Puts notifications that are due for the first time and belong to a group into the hold of the group, together with all
 * others of the same subscriptions that are due. Returns the rest, which is sent singly.
 */
export async function holdGroups(client: ClientBase, due: readonly DueHead[]): Promise<readonly DueHead[]> {
  const newest = await readNewest(client, due);
  const grouped = due.flatMap((each) => toGroupedLane(each, newest.get(getTailId(each))) ?? []);
  if (grouped.length === 0) return due;
  const held = new Map(
    [...grouped, ...(await lockFollowers(client, due))].map((each) => [getLaneKey(each), each]),
  );
  await moveToHolds(client, [...held.values()]);
  return due.filter(({ lane }) => !held.has(getLaneKey(lane)));
}

type Newest = Parameters<typeof findGroupKey>[1];

const getTailId = ({ lane: { tail_id, head_id } }: DueHead) => tail_id ?? head_id;

/** Returns the newest notifications of lanes that may be grouped and in which more than the head waits, by id. */
async function readNewest(client: ClientBase, due: readonly DueHead[]): Promise<ReadonlyMap<string, Newest>> {
  const ids = due
    .filter((each) => each.lane.group_by !== null && getTailId(each) !== each.lane.head_id)
    .map(getTailId)
    .toSorted();
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<Newest & { notification_id: string }>({
    name: 'newest of lanes',
    // The bounds let PostgreSQL skip other partitions.
    text: `
      select notification_id, message, is_single from notification
      where notification_id = any($1::uuid[]) and notification_id between $2 and $3`,
    values: [encodeUuids(ids), ids[0], ids.at(-1)],
  });
  return new Map(rows.map((row) => [row.notification_id, row]));
}

/** Returns `undefined` for a notification that is not grouped, such as one with an attempt: it is not held back again. */
function toGroupedLane({ lane, head }: DueHead, newest: Newest = head): GroupedLane | undefined {
  const { group_by, subscription_id, subject_id, domain_id, protocol_id, head_id } = lane;
  const hold_key = head.is_single || head.attempt_count > 0 ? undefined : findGroupKey(group_by, newest);
  if (group_by === null || hold_key === undefined) return undefined;
  return { subscription_id, subject_id, domain_id, protocol_id, head_id, hold_key, wait: group_by.wait };
}

async function lockFollowers(client: ClientBase, due: readonly DueHead[]): Promise<readonly GroupedLane[]> {
  const ids = new Set(
    due.filter(({ lane }) => lane.group_by !== null).map(({ lane }) => lane.subscription_id),
  );
  const { rows } = await client.query<
    Omit<GroupedLane, 'hold_key' | 'wait'> & Newest & { readonly group_by: Group }
  >({
    name: 'lock followers of groups',
    text: `
      select lane.subscription_id, lane.subject_id, lane.domain_id, lane.protocol_id, lane.head_id, s.group_by,
        newest.message, newest.is_single
      from subscription s
      join notification_lane lane on lane.subscription_id = s.subscription_id
      join notification n on n.notification_id = lane.head_id
      join notification newest on newest.notification_id = coalesce(lane.tail_id, lane.head_id)
      where s.subscription_id = any($1::uuid[]) and lane.next_attempt_at <= clock_timestamp()
        and lane.attempt_id is null and n.state in ('PENDING', 'HELD') and n.attempt_count = 0
        and n.is_single is not true and newest.is_single is not true
        and newest.message -> 'data' -> 'alert' is not null
      limit ${MAX_GROUP_FOLLOWERS} for update of lane skip locked`,
    values: [[...ids]],
  });
  return rows.flatMap(({ group_by, message, is_single, ...lane }) => {
    const hold_key = findGroupKey(group_by, { message, is_single });
    return hold_key === undefined ? [] : [{ ...lane, hold_key, wait: group_by.wait }];
  });
}

/** Opens the holds, in a fixed order to avoid deadlocks, and moves the lanes into them. The lanes must be locked. */
async function moveToHolds(client: ClientBase, held: readonly GroupedLane[]): Promise<void> {
  const values = [
    encodeUuids(held.map(({ subscription_id }) => subscription_id)),
    encodeTexts(held.map(({ hold_key }) => hold_key)),
  ];
  await client.query({
    name: 'open holds of groups',
    // If nothing waits in a hold, its digest_at is the earliest time of its next message.
    text: `
      insert into notification_hold as h
        (subscription_id, hold_key, domain_id, protocol_id, opened_at, digest_at, look_at)
      select distinct subscription_id, hold_key, domain_id, protocol_id, now(), now() + wait * interval '1 second',
        now() + wait * interval '1 second'
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[])
        as t (subscription_id, hold_key, domain_id, protocol_id, wait)
      order by 1, 2
      on conflict (subscription_id, hold_key) do update set
        opened_at = case when h.look_at is null then excluded.opened_at else h.opened_at end,
        look_at = coalesce(h.look_at, greatest(excluded.look_at, h.digest_at))`,
    values: [
      ...values,
      encodeTexts(held.map(({ domain_id }) => domain_id)),
      encodeTexts(held.map(({ protocol_id }) => protocol_id)),
      encodeIntegers(held.map(({ wait }) => wait)),
    ],
  });
  await client.query({
    name: 'hold lanes of groups',
    text: `
      update notification_lane lane set attempt_id = null, attempted_at = null, next_attempt_at = 'infinity',
        hold_key = h.hold_key,
        expires_at = greatest(lane.expires_at, h.look_at + make_interval(secs => ${LIFETIME_MS / 1000}))
      from unnest($1::uuid[], $2::text[], $3::uuid[]) as t (subscription_id, hold_key, subject_id)
      join notification_hold h on h.subscription_id = t.subscription_id and h.hold_key = t.hold_key
      where lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id`,
    values: [...values, encodeUuids(held.map(({ subject_id }) => subject_id))],
  });
  await client.query({
    name: 'hold notifications of groups',
    text: `
      update notification set state = 'HELD', reason = 'it waits for others of its group', next_attempt_at = null
      where notification_id = any($1::uuid[])`,
    values: [encodeUuids(held.map(({ head_id }) => head_id))],
  });
}
