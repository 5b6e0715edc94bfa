import type { ClientBase, Pool } from 'pg';
import { SEVERITIES } from '#senders/plugin-api/event.js';
import { formatId, uuidFromHash } from '#shared/kernel/ids.js';
import type { PublicUrl } from '#shared/kernel/public-url.js';
import { encodeUuids, encodeTimes } from '#shared/platform/persistence/binary-arrays.js';
import { DIGEST_TYPE, CONSOLE_PAGES, buildLinks, type DigestNotice } from '../../protocols/sent-message.js';
import { insertNotifications, advanceLanes, type Lane } from '../tables/notification-lanes.js';
import { IS_URGENT_SQL, type Hold } from './notification-holds.js';
import { isRemarkSql } from '../../protocols/domain/remarks.js';
import { isUntoldSql, mayHaveArrivedSql, UNTOLD_REASON } from '../tables/told-condition.js';
import { inheritWakes, WAKING_COLUMNS, type OvertakenNotification } from './inherit-wakes.js';
import { noteLosses } from './write-health.js';

/** The maximum number of lanes in one digest. */
const MAX_LANES = 10_000;
const MAX_LISTED = 50;

export interface DigestPlan {
  /** A sentence for the receiver. */
  readonly reason: string;
  /** Whether to include all waiting notifications. Otherwise those of each lane before its first urgent one. */
  readonly isWhole: boolean;
  readonly publicUrl: PublicUrl;
  /** Whether to include only the newest notification of each lane. */
  readonly onlyNewest: boolean;
}

/** A notification as the digest lists it. Ids are uuids. */
type DigestMember = Omit<DigestNotice['data']['notifications'][number], 'created_at'> & {
  readonly created_at: Date;
};

/** Makes one notification of those that wait in a hold. Returns the number of digests: 1, or 0 if nothing waits. */
export async function makeDigest(client: ClientBase, hold: Hold, plan: DigestPlan): Promise<number> {
  const digest_id = uuidFromHash(hold.now, hold.subscription_id, hold.hold_key, hold.opened_at);
  const floor = await assignMembers(client, hold, digest_id, plan.isWhole);
  if (floor === undefined) return 0;
  if (plan.onlyNewest) {
    await supersedeMembers(client, digest_id, floor);
    await cancelUntoldMembers(client, digest_id, floor);
  }
  const counts = await client.query<{ severity: string; number: number; resolved: number }>({
    name: 'severities of digest',
    text: `
      select severity, count(*)::int as number, count(*) filter (where kind = 'alert.resolved')::int as resolved
      from notification where digest_id = $1 and notification_id >= $2 group by 1`,
    values: [digest_id, floor],
  });
  if (counts.rows.length === 0) return 0;
  const members = await client.query<DigestMember>({
    name: 'first of digest',
    text: `
      select notification_id, kind, alert_id, severity, title, created_at,
        coalesce(message #>> '{data,alert,resource,name}', message #>> '{data,alert,resource,resource_id}') as resource
      from notification
      where digest_id = $1 and notification_id >= $2
      order by array_position($3::text[], severity), seq limit ${MAX_LISTED}`,
    values: [digest_id, floor, SEVERITIES],
  });
  const bySeverity = SEVERITIES.flatMap((severity) => counts.rows.filter((row) => row.severity === severity));
  const { subscription_id, domain_id, project_id, protocol_id, now: created_at } = hold;
  const message = createNotice(hold, plan, { digest_id, created_at, bySeverity, members: members.rows });
  await insertNotifications(client, [
    {
      notification_id: digest_id,
      ...{ domain_id, project_id, subscription_id, protocol_id, message, created_at },
      alert_id: null,
      subject_id: digest_id,
      severity: message.data.severity ?? 'NONE',
      title: `${message.data.total} ${message.data.total === 1 ? 'notification' : 'notifications'}`,
    },
  ]);
  return 1;
}

/** Assigns the waiting notifications to the digest, except other digests. Returns a lower bound of their ids; `undefined` if there are none. */
async function assignMembers(
  client: ClientBase,
  { subscription_id, hold_key }: Hold,
  digest_id: string,
  isWhole: boolean,
): Promise<string | undefined> {
  const { rows: lanes } = await client.query<{ subject_id: string; floor_id: string }>({
    name: 'lanes of digest',
    text: `
      select subject_id, floor_id from notification_lane
      where subscription_id = $1 and hold_key = $2
      order by head_id limit ${MAX_LANES} for update skip locked`,
    values: [subscription_id, hold_key],
  });
  const floor = lanes.map(({ floor_id }) => floor_id).toSorted()[0];
  if (floor === undefined) return undefined;
  const isWaitingSql = (n: string) => `${n}.subscription_id = $1 and ${n}.subject_id = t.subject_id
    and ${n}.state in ('PENDING', 'HELD') and ${n}.notification_id >= $4`;
  const { rowCount } = await client.query({
    name: isWhole ? 'gather whole digest' : 'gather digest',
    text: `
      update notification m set state = 'HELD', next_attempt_at = null, digest_id = $3,
        reason = 'it is sent in a digest'
      from unnest($2::uuid[]) as t (subject_id)
      where ${isWaitingSql('m')} and m.kind <> '${DIGEST_TYPE}' ${
        isWhole
          ? ''
          : `and not exists (
        select from notification n where ${isWaitingSql('n')} and n.seq <= m.seq and ${IS_URGENT_SQL})`
      }`,
    values: [subscription_id, encodeUuids(lanes.map(({ subject_id }) => subject_id)), digest_id, floor],
  });
  if (rowCount === 0) return undefined;
  await client.query({
    name: 'lanes wait for digest',
    text: `
      update notification_lane lane set hold_key = null, digest_id = $2
      where subscription_id = $1 and subject_id in (
        select subject_id from notification where digest_id = $2 and notification_id >= $3)`,
    values: [subscription_id, digest_id, floor],
  });
  return floor;
}

/** Supersedes all but the newest notification of each subject, except remarks. */
async function supersedeMembers(client: ClientBase, digest_id: string, floor: string): Promise<void> {
  const { rows } = await client.query<OvertakenNotification>({
    name: 'supersede members of digest',
    text: `
      with newest as (
        select distinct on (subject_id) subject_id, notification_id from notification
        where digest_id = $1 and notification_id >= $2 and not ${isRemarkSql('notification')}
        order by subject_id, seq desc
      )
      update notification n set state = 'SUPERSEDED', digest_id = null, reason = 'overtaken in a digest'
      from newest where n.digest_id = $1 and n.notification_id >= $2 and n.subject_id = newest.subject_id
        and n.notification_id <> newest.notification_id and not ${isRemarkSql('n')}
      returning newest.notification_id as newest_id, ${WAKING_COLUMNS}`,
    values: [digest_id, floor],
  });
  await inheritWakes(client, rows);
}

/** Cancels the recoveries of alerts that ended before they were told, with what they overtook. Their lanes advance later. */
async function cancelUntoldMembers(client: ClientBase, digest_id: string, floor: string): Promise<void> {
  await client.query({
    name: 'cancel members that ended untold',
    text: `
      with untold as materialized (
        select n.subscription_id, n.subject_id from notification n
        where n.digest_id = $1 and n.notification_id >= $2 and ${isUntoldSql('n')}
      )
      update notification n set state = 'CANCELLED', digest_id = null, reason = '${UNTOLD_REASON}'
      from untold
      where n.subscription_id = untold.subscription_id and n.subject_id = untold.subject_id
        and n.notification_id >= $2 and (n.digest_id = $1 or n.state = 'SUPERSEDED')
        and not ${mayHaveArrivedSql('n')}`,
    values: [digest_id, floor],
  });
}

interface DigestContents {
  readonly digest_id: string;
  readonly created_at: Date;
  /** The worst first. */
  readonly bySeverity: readonly {
    readonly severity: string;
    readonly number: number;
    readonly resolved: number;
  }[];
  readonly members: readonly DigestMember[];
}

function createNotice(
  hold: Hold,
  { reason, publicUrl }: DigestPlan,
  { digest_id: uuid, created_at, bySeverity, members }: DigestContents,
): DigestNotice {
  const digest_id = formatId('notification', uuid);
  const path = `/notification/v1/notifications?domain_id=${encodeURIComponent(hold.domain_id)}&digest_id=${digest_id}`;
  return {
    type: DIGEST_TYPE,
    timestamp: created_at.toISOString(),
    data: {
      subscription: { subscription_id: formatId('subscription', hold.subscription_id), name: hold.name },
      reason,
      total: bySeverity.reduce((sum, { number }) => sum + number, 0),
      resolved: bySeverity.reduce((sum, { resolved }) => sum + resolved, 0),
      severity: bySeverity.find(({ number, resolved }) => number > resolved)?.severity ?? null,
      by_severity: Object.fromEntries(bySeverity.map(({ severity, number }) => [severity, number])),
      notifications: members.map((member) => ({
        ...member,
        notification_id: formatId('notification', member.notification_id),
        alert_id: member.alert_id && formatId('alert', member.alert_id),
        created_at: member.created_at.toISOString(),
      })),
      links: buildLinks(publicUrl, path, CONSOLE_PAGES.digest(digest_id)),
    },
  };
}

/** The maximum number of lanes in one transaction. */
const MAX_FINISHED_LANES = 2_000;

/** A digest that was sent, has failed, or no longer exists. */
interface EndedDigest {
  /** uuid */
  readonly digest_id: string;
  /** `null`: the digest no longer exists. */
  readonly state: string | null;
  readonly reason: string | null;
  readonly sent_at: Date | null;
}

/** Returns ended digests that lanes still wait for. */
export async function findEndedDigests(pool: Pool): Promise<readonly EndedDigest[]> {
  const { rows } = await pool.query<EndedDigest>({
    name: 'ended digests',
    text: `
      select waited.digest_id, d.state, d.reason, d.sent_at
      from (select distinct digest_id from notification_lane where digest_id is not null) as waited
      left join notification d on d.notification_id = waited.digest_id
      where d.state is null or d.state not in ('PENDING', 'HELD')`,
  });
  return rows;
}

const describeDigest = (digest_id: string) => `the digest ${formatId('notification', digest_id)}`;
const describeSentDigest = (digest_id: string) => `sent in ${describeDigest(digest_id)}`;

/** Marks the notifications in a digest as sent that had failed with it, after the digest was resent successfully. */
export async function markMembersSent(
  client: ClientBase,
  sent: readonly Pick<EndedDigest, 'digest_id' | 'sent_at'>[],
): Promise<void> {
  if (sent.length === 0) return;
  await client.query({
    name: 'mend members of digests',
    text: `
      update notification n set state = 'SENT', reason = t.reason, sent_at = t.sent_at
      from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as t (digest_id, reason, sent_at)
      where n.digest_id = t.digest_id and n.state = 'FAILED'`,
    values: [
      encodeUuids(sent.map(({ digest_id }) => digest_id)),
      sent.map(({ digest_id }) => describeSentDigest(digest_id)),
      encodeTimes(sent.map(({ sent_at }) => sent_at)),
    ],
  });
}

/**
 * Gives the notifications in the digest its state, and makes the next in their lanes due. Returns whether there may be more
 * lanes.
 */
export async function finishDigest(
  client: ClientBase,
  { digest_id, state, reason, sent_at }: EndedDigest,
): Promise<boolean> {
  const { rows: lanes } = await client.query<Lane>({
    name: 'lanes of ended digest',
    text: `
      select subscription_id, subject_id, floor_id from notification_lane where digest_id = $1
      order by subscription_id, subject_id limit ${MAX_FINISHED_LANES} for update`,
    values: [digest_id],
  });
  if (lanes.length === 0) return false;
  const subjects = encodeUuids(lanes.map(({ subject_id }) => subject_id));
  const floor = lanes.map(({ floor_id }) => floor_id).toSorted()[0];
  const isSent = state === 'SENT';
  await client.query({
    name: 'end members of digest',
    text: `
      update notification set state = $4, reason = $5, sent_at = $6, next_attempt_at = null
      where digest_id = $1 and subject_id = any($2::uuid[]) and notification_id >= $3
        and state in ('PENDING', 'HELD')`,
    values: [
      ...[digest_id, subjects, floor],
      isSent ? 'SENT' : (state ?? 'FAILED'),
      isSent
        ? describeSentDigest(digest_id)
        : `${describeDigest(digest_id)} was not sent${reason === null ? '' : `: ${reason}`}`,
      sent_at,
    ],
  });
  await client.query({
    name: 'lanes wait no more',
    text: 'update notification_lane set digest_id = null where digest_id = $1 and subject_id = any($2::uuid[])',
    values: [digest_id, subjects],
  });
  if (state === 'FAILED')
    await noteLosses(
      client,
      lanes.map(({ subscription_id, floor_id }) => ({ subscription_id, notification_id: floor_id })),
      { onlyIfFailing: false },
    );
  await advanceLanes(client, lanes);
  return lanes.length === MAX_FINISHED_LANES;
}
