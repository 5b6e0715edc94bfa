import { isRemarkSql } from '../../protocols/domain/remarks.js';
import type { Pool } from 'pg';
import type { Receipt } from '../../protocols/protocol.js';

/** The JSON path of attempts without an answer that may have arrived all the same. Version 0.2 stored only the error. */
const UNCLEAR_ATTEMPT =
  '$[*] ? (@.status == null && !(@.nothing_left == true) && !(@.error like_regex "cannot be (reached|used)"))';

const hasUnclearAttempt = (n: string) => `${n}.attempts @? '${UNCLEAR_ATTEMPT}'`;

/** A condition on `n`, a notification: it was sent, at least to some recipients. */
export const hasArrivedSql = (n: string): string =>
  `(${n}.state = 'SENT' or coalesce((${n}.progress ->> 'got')::int, 0) > 0)`;

/**
 * A condition on `n`, a notification: it was sent, at least to some recipients, or an attempt of it or of its digest has no
 * response, so that it may have arrived.
 */
export const mayHaveArrivedSql = (n: string): string =>
  `(${hasArrivedSql(n)} or ${hasUnclearAttempt(n)}
    or ${n}.digest_id is not null and exists (
      select from notification digest where digest.notification_id = ${n}.digest_id and ${hasUnclearAttempt('digest')}))`;

/** A condition on `n`, a notification: the receiver was told the state that it reports, or will be before anything that follows. */
export const buildToldCondition = (n: string): string =>
  `(not ${isRemarkSql(n)} and (${n}.state in ('PENDING', 'HELD') or ${mayHaveArrivedSql(n)}))`;

/** Why a recovery is cancelled that nobody needs. */
export const UNTOLD_REASON = 'the alert ended before it was told';

/** The kinds that say that an alert exists. */
const OPENINGS_SQL = `('alert.opened', 'alert.escalated', 'alert.reopened', 'alert.flapping')`;

/**
 * A condition on `n`, a notification: it is a recovery that nobody needs, because no opening of its alert can have arrived since the last
 * recovery that may have. A subscription that asks for no openings gets recoveries by themselves.
 */
export const isUntoldSql = (n: string): string => {
  const isOfAlert = (o: string) =>
    `${o}.alert_id = ${n}.alert_id and ${o}.subscription_id = ${n}.subscription_id`;
  return `(${n}.kind = 'alert.resolved' and not ${mayHaveArrivedSql(n)}
    and exists (select from notification opening where ${isOfAlert('opening')} and opening.kind in ${OPENINGS_SQL})
    and coalesce((
      select told.kind from notification told
      where ${isOfAlert('told')} and not ${isRemarkSql('told')} and ${mayHaveArrivedSql('told')}
      order by told.seq desc limit 1), 'alert.resolved') = 'alert.resolved')`;
};

/**
 * Returns what a subscription has told of an alert: the receipt of its last message, and whether another one is waiting or being sent.
 * Both ids are uuids.
 */
export async function readTellingState(
  sql: Pick<Pool, 'query'>,
  subscription_id: string,
  alert_id: string,
): Promise<{ readonly receipt: Receipt | null; readonly isSending: boolean }> {
  const { rows } = await sql.query<{ receipt: Receipt | null; isSending: boolean }>({
    name: 'what was told of an alert',
    text: `select
       (select receipt from notification_receipt where subscription_id = $1 and subject_id = $2) as receipt,
       exists (select from notification_lane where subscription_id = $1 and subject_id = $2) as "isSending"`,
    values: [subscription_id, alert_id],
  });
  return rows[0] ?? { receipt: null, isSending: false };
}
