import type { ClientBase } from 'pg';
import { encodeJsonbs, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { SettledAttempt } from '../application/ports/attempt-log.js';

/** Stores receipts while the lanes are locked, so that the next attempt of a lane reads the receipt of the previous one. */
export async function storeReceipts(client: ClientBase, attempts: readonly SettledAttempt[]): Promise<void> {
  const receipts = attempts.flatMap(({ claimed: { subscription_id, subject_id }, result: { receipt } }) =>
    receipt === undefined ? [] : [{ subscription_id, subject_id, receipt }],
  );
  if (receipts.length === 0) return;
  await client.query({
    name: 'store receipts',
    text: `
      insert into notification_receipt (subscription_id, subject_id, receipt, stored_at)
      select t.subscription_id, t.subject_id, t.receipt, clock_timestamp()
      from unnest($1::uuid[], $2::uuid[], $3::jsonb[]) as t (subscription_id, subject_id, receipt)
      on conflict (subscription_id, subject_id) do update
      set receipt = excluded.receipt, stored_at = excluded.stored_at`,
    values: [
      encodeUuids(receipts.map(({ subscription_id }) => subscription_id)),
      encodeUuids(receipts.map(({ subject_id }) => subject_id)),
      encodeJsonbs(receipts.map(({ receipt }) => JSON.stringify(receipt))),
    ],
  });
}

/** Deletes old receipts. A later notification of such an alert is sent as if it were the first. */
export async function deleteReceiptsBefore(client: ClientBase, cutoff: Date): Promise<void> {
  await client.query('delete from notification_receipt where stored_at < $1', [cutoff]);
}
