import type { Client } from 'pg';
import { inClientTransaction } from '#shared/platform/persistence/in-transaction.js';

const BATCH_SIZE = 100;
/** The webhook itself must be last. */
const TABLES = [
  'alarm_state',
  'signed_delivery',
  'verification',
  'replay',
  'unreadable_tally',
  'confirmation',
  'webhook_intake',
  'webhook_refusal',
  'access_key_use',
  'plugin_upgrade',
  'heartbeat',
  'webhook_cursor',
  'webhook',
];

const IS_REMOVABLE = `
  not exists (
    select from delivery_segment segment
    where segment.domain_id = cursor.domain_id and segment.webhook_id = cursor.webhook_id and processed_at is null)
  and not exists (
    select from quarantine bad where bad.domain_id = cursor.domain_id and bad.webhook_id = cursor.webhook_id)
  and not exists (
    select from alert
    where alert.domain_id = cursor.domain_id and alert.webhook_id = cursor.webhook_id and alert.state = 'OPEN')`;

/**
 * Removes deleted webhooks. The row of a deleted webhook stays until nothing of it is pending, in quarantine or open,
 * and its last deliveries were dropped. Its events and alerts stay as long as all others.
 * @param before the webhook must have been deleted before this
 */
export async function removeTombstones(sql: Client, before: Date): Promise<number> {
  let removed = 0;
  for (let hasMore = true; hasMore;) {
    const { rows } = await sql.query<{ domain_id: string; webhook_id: string }>(
      `select cursor.domain_id, cursor.webhook_id from webhook join webhook_cursor cursor using (domain_id, webhook_id)
       where deleted_at < $1 and ${IS_REMOVABLE} limit ${BATCH_SIZE}`,
      [before],
    );
    let count = 0;
    for (const [domain_id, domainWebhooks] of Map.groupBy(rows, (row) => row.domain_id)) {
      const uuids = domainWebhooks.map(({ webhook_id }) => webhook_id);
      count += await inClientTransaction(sql, () => removeWebhooks(sql, domain_id, uuids));
    }
    removed += count;
    hasMore = rows.length === BATCH_SIZE && count > 0;
  }
  return removed;
}

/**
 * Removes the webhooks that are done. Writing a delayed segment locks the webhook, so this transaction, which also
 * holds the row, sees all segments written before.
 */
async function removeWebhooks(sql: Client, domain_id: string, webhooks: readonly string[]): Promise<number> {
  const { rows: locked } = await sql.query<{ webhook_id: string }>(
    `select webhook_id from webhook_cursor
     where domain_id = $1 and webhook_id = any ($2::uuid[]) for update skip locked`,
    [domain_id, webhooks],
  );
  const { rows: removable } = await sql.query<{ webhook_id: string }>(
    `select webhook_id from webhook_cursor cursor
     where domain_id = $1 and webhook_id = any ($2::uuid[]) and ${IS_REMOVABLE}`,
    [domain_id, locked.map(({ webhook_id }) => webhook_id)],
  );
  const uuids = removable.map(({ webhook_id }) => webhook_id);
  for (const table of uuids.length === 0 ? [] : TABLES) {
    await sql.query(`delete from ${table} where domain_id = $1 and webhook_id = any ($2::uuid[])`, [
      domain_id,
      uuids,
    ]);
  }
  return uuids.length;
}
