import type { ClientBase, Pool } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import { encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { advanceLanes, type Lane } from './advance-lanes.js';
import { noteLosses } from './note-losses.js';

/** The maximum number of lanes in one transaction. */
const MAX_LANES = 2_000;

/** A digest that was sent, has failed, or no longer exists. */
export interface EndedDigest {
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
      order by subscription_id, subject_id limit ${MAX_LANES} for update`,
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
  return lanes.length === MAX_LANES;
}
