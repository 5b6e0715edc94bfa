import type { ClientBase } from 'pg';
import { encodeIntegers, encodeTexts, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { createGroupKey, type Group } from '../../subscriptions/domain/group.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import type { DueHead } from './claim-attempts.js';

/** The maximum number of further lanes that one claim holds. */
const MAX_FOLLOWERS = 1_000;

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
  const grouped = due.flatMap((each) => toGroupedLane(each) ?? []);
  if (grouped.length === 0) return due;
  const held = new Map(
    [...grouped, ...(await lockFollowers(client, due))].map((each) => [keyOf(each), each]),
  );
  await moveToHolds(client, [...held.values()]);
  return due.filter(({ lane }) => !held.has(keyOf(lane)));
}

const keyOf = ({ subscription_id, subject_id }: Pick<GroupedLane, 'subscription_id' | 'subject_id'>) =>
  `${subscription_id} ${subject_id}`;

/** Returns `undefined` for a notification that is not grouped, such as one with an attempt: it is not held back again. */
function toGroupedLane({ lane, head }: DueHead): GroupedLane | undefined {
  const { group_by, subscription_id, subject_id, domain_id, protocol_id, head_id } = lane;
  const { data } = head.message;
  if (group_by === null || head.is_single || head.attempt_count > 0 || !('alert' in data)) return undefined;
  const hold_key = createGroupKey(group_by, data.alert);
  return { subscription_id, subject_id, domain_id, protocol_id, head_id, hold_key, wait: group_by.wait };
}

async function lockFollowers(client: ClientBase, due: readonly DueHead[]): Promise<readonly GroupedLane[]> {
  const ids = new Set(
    due.filter(({ lane }) => lane.group_by !== null).map(({ lane }) => lane.subscription_id),
  );
  const { rows } = await client.query<
    Omit<GroupedLane, 'hold_key' | 'wait'> & { readonly group_by: Group; readonly alert: object }
  >({
    name: 'lock followers of groups',
    text: `
      select lane.subscription_id, lane.subject_id, lane.domain_id, lane.protocol_id, lane.head_id, s.group_by,
        n.message -> 'data' -> 'alert' as alert
      from subscription s
      join notification_lane lane on lane.subscription_id = s.subscription_id
      join notification n on n.notification_id = lane.head_id
      where s.subscription_id = any($1::uuid[]) and lane.next_attempt_at <= clock_timestamp()
        and lane.attempt_id is null and n.state in ('PENDING', 'HELD') and n.attempt_count = 0
        and n.is_single is not true and n.message -> 'data' -> 'alert' is not null
      limit ${MAX_FOLLOWERS} for update of lane skip locked`,
    values: [[...ids]],
  });
  return rows.map(({ group_by, alert, ...lane }) => ({
    ...lane,
    hold_key: createGroupKey(group_by, alert),
    wait: group_by.wait,
  }));
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
