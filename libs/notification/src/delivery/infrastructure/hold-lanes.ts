import type { ClientBase } from 'pg';
import {
  encodeIntegers,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import { DIGEST_INTERVAL_MS } from '../../quotas/domain/quota-policy.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import { QUOTA_HOLD_KEY } from './notification-holds.js';
import { IS_URGENT_SQL } from './release-lanes.js';
import type { HeldHead } from './consume-units.js';

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
      encodeUuids(held.map(({ lane }) => lane.subscription_id)),
      encodeUuids(held.map(({ lane }) => lane.subject_id)),
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
