import type { ClientBase, Pool } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import { uuids } from '#shared/platform/persistence/binary-arrays.js';
import { advanceLanes, type Lane } from './advance-lanes.js';

/** Of one transaction. */
const LANES = 2_000;

/** A digest that came to its end. */
export interface EndedDigest {
  /** uuid */
  readonly digest_id: string;
  /** `null`: it was removed. */
  readonly state: string | null;
  readonly reason: string | null;
  readonly sent_at: Date | null;
}

/** Of which there are still lanes that wait for it. */
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

/** What was sent in it has its state, and the next in their lanes are due. Says whether there may be more. */
export async function finishDigest(
  client: ClientBase,
  { digest_id, state, reason, sent_at }: EndedDigest,
): Promise<boolean> {
  const { rows: lanes } = await client.query<Lane>({
    name: 'lanes of ended digest',
    text: `
      select subscription_id, subject_id, floor_id from notification_lane where digest_id = $1
      order by subscription_id, subject_id limit ${LANES} for update`,
    values: [digest_id],
  });
  if (lanes.length === 0) return false;
  const subjects = uuids(lanes.map(({ subject_id }) => subject_id));
  const floor = lanes.map(({ floor_id }) => floor_id).toSorted()[0];
  const digest = `the digest ${formatId('notification', digest_id)}`;
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
      isSent ? `sent in ${digest}` : `${digest} was not sent${reason === null ? '' : `: ${reason}`}`,
      sent_at,
    ],
  });
  await client.query({
    name: 'lanes wait no more',
    text: 'update notification_lane set digest_id = null where digest_id = $1 and subject_id = any($2::uuid[])',
    values: [digest_id, subjects],
  });
  await advanceLanes(client, lanes);
  return lanes.length === LANES;
}
