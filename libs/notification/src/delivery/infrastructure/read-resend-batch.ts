import type { ClientBase } from 'pg';
import type { Resent } from './find-newer.js';

/** The number of notifications in one batch, which is one transaction. */
const ROWS = 1_000;

/** A notification that the query of a resend may find. Ids are uuids. */
export interface Candidate extends Resent {
  readonly is_enabled: boolean;
  readonly digest_id: string | null;
  /** `null`: there is no digest, or it no longer exists. */
  readonly digest_state: string | null;
}

export interface Batch {
  readonly candidates: readonly Candidate[];
  /** The id after which the next batch begins; `undefined` if this is the last. */
  readonly after: string | undefined;
}

const SELECT = `
  select n.notification_id, n.subscription_id, n.subject_id, n.alert_id, n.domain_id, n.protocol_id, n.kind, n.state,
    n.created_at, n.seq, n.digest_id,
    coalesce(s.state = 'ENABLED' and s.deleted_at is null, false) as is_enabled,
    (select d.state from notification d where d.notification_id = n.digest_id) as digest_state
  from notification n left join subscription s on s.subscription_id = n.subscription_id`;

/**
 * Reads the next notifications of a domain by the time of their changes. All of one millisecond are in the same batch, so
 * that they keep the order in which they were sent before.
 */
export async function readBatch(
  client: ClientBase,
  asked: { readonly domain_id: string; readonly after_id: string; readonly until_id: string },
): Promise<Batch> {
  const { rows } = await client.query<Candidate>({
    name: 'batch of resend',
    text: `
      ${SELECT}
      where n.domain_id = $1 and n.notification_id > $2 and n.notification_id < $3
      order by n.notification_id limit ${ROWS}`,
    values: [asked.domain_id, asked.after_id, asked.until_id],
  });
  const last = rows.at(-1)?.notification_id;
  if (last === undefined || rows.length < ROWS) return { candidates: rows, after: undefined };
  const after = lastOfMillisecond(last);
  const rest = await client.query<Candidate>({
    name: 'rest of millisecond',
    text: `${SELECT} where n.domain_id = $1 and n.notification_id > $2 and n.notification_id <= $3`,
    values: [asked.domain_id, last, after],
  });
  return { candidates: [...rows, ...rest.rows], after };
}

function lastOfMillisecond(uuid: string): string {
  return `${uuid.slice(0, 14)}ffff-ffff-ffffffffffff`;
}
