import type { ClientBase, Pool } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import { encodeTexts, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { isRemarkSql } from '../../protocols/domain/remarks.js';
import { advanceLanes, encodeLaneKeys, getLaneKey, type Lane } from '../tables/notification-lanes.js';
import { isUntoldSql, mayHaveArrivedSql, UNTOLD_REASON } from '../tables/told-condition.js';
import { cancelStopped } from '../../escalations/tables/follow-changes.js';
import type { DueLane, LaneHead } from './claim-attempts.js';
import { inheritWakes, WAKING_COLUMNS, type OvertakenNotification } from './inherit-wakes.js';
import { noteLosses } from './write-health.js';

/** A lane in which at most one state waits. Ids are uuids. */
interface SettledLane extends Lane {
  readonly head_id: string;
  /** The newest waiting notification that is no remark; `null`: only remarks wait. */
  readonly newest_id: string | null;
}

/** A lane whose newest waiting state supersedes those before it. */
interface NewestHead extends SettledLane {
  readonly newest_id: string;
}

/**
 * Leaves the newest waiting notification of each lane and the remarks, and supersedes the others, which are never sent. The
 * first of what is left is its head: a receiver that shows the state must not be told of an older one after a newer one. The
 * lanes must be locked.
 * @returns the lanes with their new heads
 */
export async function supersedeHeads(
  client: ClientBase,
  lanes: readonly DueLane[],
): Promise<readonly DueLane[]> {
  const outdated = lanes.filter(({ tail_id, head_id }) => tail_id !== null && tail_id !== head_id);
  if (outdated.length === 0) return lanes;
  const settled = await moveToNewest(client, outdated);
  const newest = settled.filter((lane): lane is NewestHead => lane.newest_id !== null);
  await supersedeOthers(client, newest);
  const untold = await cancelUntold(client, newest);
  const heads = new Map(settled.map((lane) => [getLaneKey(lane), lane.head_id]));
  return lanes
    .filter((lane) => !untold.has(getLaneKey(lane)))
    .map((lane) => ({ ...lane, head_id: heads.get(getLaneKey(lane)) ?? lane.head_id }));
}

/** A lane, and the newest state that waits in it. */
type NewestState = Lane & Pick<NewestHead, 'newest_id'>;

/**
 * Cancels recoveries of alerts of which nothing can have arrived, with what they overtook: nobody is to be told of the end of what
 * they never heard of. Their lanes advance.
 * @returns the keys of these lanes
 */
export async function cancelUntold(
  client: ClientBase,
  lanes: readonly NewestState[],
): Promise<ReadonlySet<string>> {
  if (lanes.length === 0) return new Set();
  const { rows } = await client.query<Pick<Lane, 'subscription_id' | 'subject_id'>>({
    name: 'cancel what ended untold',
    text: `
      update notification n set state = 'CANCELLED', next_attempt_at = null, reason = '${UNTOLD_REASON}'
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as t (subscription_id, subject_id, floor_id, newest_id)
      join notification newest on newest.notification_id = t.newest_id and ${isUntoldSql('newest')}
      where n.subscription_id = t.subscription_id and n.subject_id = t.subject_id
        and n.notification_id >= t.floor_id and n.notification_id >= $5
        and (n.notification_id = t.newest_id or n.state = 'SUPERSEDED'
          or n.state in ('PENDING', 'HELD') and ${isRemarkSql('n')})
        and not ${mayHaveArrivedSql('n')}
      returning n.subscription_id, n.subject_id`,
    values: [
      ...keysOf(lanes),
      encodeUuids(lanes.map(({ newest_id }) => newest_id)),
      lanes.map(({ floor_id }) => floor_id).toSorted()[0],
    ],
  });
  const untold = new Set(rows.map(getLaneKey));
  await advanceLanes(
    client,
    lanes.filter((lane) => untold.has(getLaneKey(lane))),
  );
  return untold;
}

/**
 * Cancels the steps of escalations that are the heads of these lanes and that an acknowledgement has stopped while they were being sent.
 * Their lanes advance.
 * @returns the keys of these lanes
 */
export async function cancelStoppedSteps(
  client: ClientBase,
  lanes: readonly DueLane[],
  heads: ReadonlyMap<string, Pick<LaneHead, 'escalation_id' | 'attempt_count'>>,
): Promise<ReadonlySet<string>> {
  const tried = lanes.filter(({ head_id }) => {
    const head = heads.get(head_id);
    return head !== undefined && head.escalation_id !== null && head.attempt_count > 0;
  });
  const ids = await cancelStopped(
    client,
    tried.map(({ head_id }) => head_id),
  );
  const stopped = tried.filter(({ head_id }) => ids.has(head_id));
  await advanceLanes(client, stopped);
  return new Set(stopped.map(getLaneKey));
}

const WAITING_SQL = `n.subscription_id = t.subscription_id and n.subject_id = t.subject_id
  and n.notification_id >= t.floor_id and n.state in ('PENDING', 'HELD')`;

/**
 * Moves each lane to its newest waiting notification, or to the remark that waits before that. Changes are numbered as they are
 * read; their times are not in this order if a clock was wrong, or one was read a day late. Leaves out lanes in which nothing waits.
 */
async function moveToNewest(client: ClientBase, lanes: readonly DueLane[]): Promise<readonly SettledLane[]> {
  const { rows } = await client.query<SettledLane>({
    name: 'newest are the heads',
    text: `
      update notification_lane lane set head_id = head.notification_id,
        expires_at = greatest(lane.expires_at, head.expires_at)
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (subscription_id, subject_id, floor_id)
      left join lateral (
        select n.notification_id from notification n where ${WAITING_SQL} and not ${isRemarkSql('n')}
        order by n.seq desc limit 1
      ) as newest on true
      cross join lateral (
        select n.notification_id, n.expires_at from notification n
        where ${WAITING_SQL} and (n.notification_id = newest.notification_id or ${isRemarkSql('n')})
        order by n.seq limit 1
      ) as head
      where lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id
      returning lane.subscription_id, lane.subject_id, t.floor_id, lane.head_id, newest.notification_id as newest_id`,
    values: keysOf(lanes),
  });
  return rows;
}

async function supersedeOthers(client: ClientBase, newest: readonly NewestHead[]): Promise<void> {
  if (newest.length === 0) return;
  const newestIds = newest.map(({ newest_id }) => newest_id);
  const { rows } = await client.query<OvertakenNotification>({
    // Not a named statement: a cached plan, made while few notifications waited, would read all waiting ones. The last bound
    // lets PostgreSQL skip older partitions.
    text: `
      update notification n set state = 'SUPERSEDED', next_attempt_at = null, reason = t.reason
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[])
        as t (subscription_id, subject_id, floor_id, newest_id, reason)
      where n.subscription_id = t.subscription_id and n.subject_id = t.subject_id and n.state in ('PENDING', 'HELD')
        and n.notification_id >= t.floor_id and n.notification_id <> t.newest_id and n.notification_id >= $6
        and not ${isRemarkSql('n')}
      returning t.newest_id, ${WAKING_COLUMNS}`,
    values: [
      ...keysOf(newest),
      encodeUuids(newestIds),
      encodeTexts(newestIds.map((id) => `overtaken by ${formatId('notification', id)}`)),
      newest.map(({ floor_id }) => floor_id).toSorted()[0],
    ],
  });
  await inheritWakes(client, rows);
}

const keysOf = (lanes: readonly Lane[]) => [
  ...encodeLaneKeys(lanes),
  encodeUuids(lanes.map(({ floor_id }) => floor_id)),
];

/** The maximum number of lanes in one transaction. */
const MAX_LANES = 500;

/**
 * Ends what waits for nothing any more: what has expired, unless the time of the database is in doubt, and what deleted subscriptions
 * were to send.
 */
export async function cleanUpLanes(pool: Pool, isClockKnown: boolean): Promise<void> {
  if (isClockKnown) await inTransaction(pool, expireLanes);
  await inTransaction(pool, cancelOrphanedNotifications);
}

/**
 * Fails notifications that were not delivered before they expired. Lanes with an attempt under way are skipped.
 */
async function expireLanes(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Lane & { head_id: string }>({
    name: 'expired lanes',
    text: `
      select subscription_id, subject_id, floor_id, head_id from notification_lane
      where expires_at <= clock_timestamp() and digest_id is null and (attempt_id is null or next_attempt_at <= clock_timestamp())
      limit ${MAX_LANES} for update skip locked`,
  });
  const unsent = await failHeads(client, rows);
  await noteLosses(
    client,
    rows.map(({ subscription_id, head_id }) => ({
      ...{ subscription_id, notification_id: head_id },
      isUnsent: unsent.has(head_id),
    })),
    { onlyIfFailing: true },
  );
}

/** The head of a locked lane that cannot be sent any more, and why. Defaults to the end of its time. */
export type FailedHead = Lane & { readonly head_id: string; readonly reason?: string };

/**
 * Fails the heads of lanes. One that some recipients have got counts as sent.
 * @returns those (uuids) of whose last attempt nothing left
 */
export async function failHeads(
  client: ClientBase,
  lanes: readonly FailedHead[],
): Promise<ReadonlySet<string>> {
  if (lanes.length === 0) return new Set();
  const { rows } = await client.query<{ notification_id: string; is_unsent: boolean | null }>({
    name: 'fail heads of lanes',
    text: `
      update notification n set next_attempt_at = null,
        state = case when (n.progress ->> 'got')::int > 0 then 'SENT' else 'FAILED' end,
        sent_at = case when (n.progress ->> 'got')::int > 0 then clock_timestamp() end,
        reason = coalesce(t.reason, concat_ws('; ', n.reason, 'it was not delivered in time'))
      from unnest($1::uuid[], $2::text[]) as t (notification_id, reason)
      where n.notification_id = t.notification_id and n.state in ('PENDING', 'HELD')
      returning n.notification_id, (n.attempts -> -1 ->> 'nothing_left')::boolean as is_unsent`,
    values: [
      encodeUuids(lanes.map(({ head_id }) => head_id)),
      encodeTexts(lanes.map(({ reason = null }) => reason)),
    ],
  });
  await advanceLanes(client, lanes);
  return new Set(rows.filter(({ is_unsent }) => is_unsent).map(({ notification_id }) => notification_id));
}

/** Cancels the waiting notifications of deleted subscriptions. */
async function cancelOrphanedNotifications(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Lane>({
    name: 'lanes of deleted subscriptions',
    text: `
      select lane.subscription_id, lane.subject_id, lane.floor_id
      from subscription s join notification_lane lane on lane.subscription_id = s.subscription_id
      where s.deleted_at is not null and (lane.attempt_id is null or lane.next_attempt_at <= clock_timestamp())
      limit ${MAX_LANES} for update of lane skip locked`,
  });
  if (rows.length === 0) return;
  const keys = encodeLaneKeys(rows);
  await client.query({
    name: 'cancel notifications',
    text: `
      update notification n set state = 'CANCELLED', next_attempt_at = null, reason = 'the subscription was deleted'
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (subscription_id, subject_id, floor_id)
      where n.subscription_id = t.subscription_id and n.subject_id = t.subject_id and n.state in ('PENDING', 'HELD')
        and n.notification_id >= t.floor_id`,
    values: [...keys, encodeUuids(rows.map(({ floor_id }) => floor_id))],
  });
  await client.query({
    name: 'remove lanes',
    text: `
      delete from notification_lane l using unnest($1::uuid[], $2::uuid[]) as t (subscription_id, subject_id)
      where l.subscription_id = t.subscription_id and l.subject_id = t.subject_id`,
    values: keys,
  });
}

/** Removes the rows of subscriptions that were deleted before this, and for which nothing waits any more. */
export async function removeDeletedSubscriptions(client: ClientBase, before: Date): Promise<void> {
  await client.query(
    `with removed as (
       delete from subscription s
       where s.deleted_at < $1
         and not exists (select from notification_lane lane where lane.subscription_id = s.subscription_id)
       returning subscription_id
     )
     delete from subscription_health h using removed where h.subscription_id = removed.subscription_id`,
    [before],
  );
}
