import type { ClientBase } from 'pg';
import type { ResentNotification } from './newer-query.js';

/** The number of notifications in one batch, which is one transaction. */
const BATCH_SIZE = 1_000;

/** A notification that the query of a resend may find. Ids are uuids. */
export interface ResendCandidate extends ResentNotification {
  readonly is_enabled: boolean;
  readonly digest_id: string | null;
  /** `null`: there is no digest, or it no longer exists. */
  readonly digest_state: string | null;
}

export interface ResendBatch {
  readonly candidates: readonly ResendCandidate[];
  /** The id after which the next batch begins; `undefined` if this is the last. */
  readonly after: string | undefined;
}

const CANDIDATES_SQL = `
  select n.notification_id, n.subscription_id, n.subject_id, n.alert_id, n.domain_id, n.protocol_id, n.kind, n.state,
    n.created_at, n.seq, n.digest_id,
    coalesce(s.state = 'ENABLED' and s.deleted_at is null, false) as is_enabled,
    (select d.state from notification d where d.notification_id = n.digest_id) as digest_state
  from notification n left join subscription s on s.subscription_id = n.subscription_id`;

/**
 * Reads the next notifications of a domain by the time of their changes. All of one millisecond are in the same batch, so
 * that they keep the order in which they were sent before.
 */
export async function readResendBatch(
  client: ClientBase,
  range: { readonly domain_id: string; readonly after_id: string; readonly until_id: string },
): Promise<ResendBatch> {
  const { rows } = await client.query<ResendCandidate>({
    name: 'batch of resend',
    text: `
      ${CANDIDATES_SQL}
      where n.domain_id = $1 and n.notification_id > $2 and n.notification_id < $3
      order by n.notification_id limit ${BATCH_SIZE}`,
    values: [range.domain_id, range.after_id, range.until_id],
  });
  const last = rows.at(-1)?.notification_id;
  if (last === undefined || rows.length < BATCH_SIZE) return { candidates: rows, after: undefined };
  const after = lastUuidOfMillisecond(last);
  const remaining = await client.query<ResendCandidate>({
    name: 'rest of millisecond',
    text: `${CANDIDATES_SQL} where n.domain_id = $1 and n.notification_id > $2 and n.notification_id <= $3`,
    values: [range.domain_id, last, after],
  });
  return { candidates: [...rows, ...remaining.rows], after };
}

function lastUuidOfMillisecond(uuid: string): string {
  return `${uuid.slice(0, 14)}ffff-ffff-ffffffffffff`;
}
