import type { Pool } from 'pg';
import type { Receipt } from '../../protocols/protocol.js';

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
