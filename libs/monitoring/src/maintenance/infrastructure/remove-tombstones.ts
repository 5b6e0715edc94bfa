import type { Client } from 'pg';
import { inTransactionOf } from '#shared/platform/persistence/in-transaction.js';

const BATCH = 100;
/** The webhook itself must be last. */
const TABLES = [
  'alarm_state',
  'verification',
  'replay',
  'unreadable_tally',
  'confirmation',
  'webhook_intake',
  'access_key_use',
  'plugin_upgrade',
  'heartbeat',
  'webhook_cursor',
  'webhook',
];

const IS_DONE = `
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
  for (let isMore = true; isMore;) {
    const { rows } = await sql.query<{ domain_id: string; webhook_id: string }>(
      `select cursor.domain_id, cursor.webhook_id from webhook join webhook_cursor cursor using (domain_id, webhook_id)
       where deleted_at < $1 and ${IS_DONE} limit ${BATCH}`,
      [before],
    );
    let gone = 0;
    for (const [domain_id, some] of Map.groupBy(rows, (row) => row.domain_id)) {
      const uuids = some.map(({ webhook_id }) => webhook_id);
      gone += await inTransactionOf(sql, () => removeOf(sql, domain_id, uuids));
    }
    removed += gone;
    isMore = rows.length === BATCH && gone > 0;
  }
  return removed;
}

/**
 * Removes the webhooks that are done. Writing a delayed segment locks the webhook, so this transaction, which also
 * holds the row, sees all segments written before.
 */
async function removeOf(sql: Client, domain_id: string, webhooks: readonly string[]): Promise<number> {
  const { rows: held } = await sql.query<{ webhook_id: string }>(
    `select webhook_id from webhook_cursor
     where domain_id = $1 and webhook_id = any ($2::uuid[]) for update skip locked`,
    [domain_id, webhooks],
  );
  const { rows: done } = await sql.query<{ webhook_id: string }>(
    `select webhook_id from webhook_cursor cursor
     where domain_id = $1 and webhook_id = any ($2::uuid[]) and ${IS_DONE}`,
    [domain_id, held.map(({ webhook_id }) => webhook_id)],
  );
  const uuids = done.map(({ webhook_id }) => webhook_id);
  for (const table of uuids.length === 0 ? [] : TABLES) {
    await sql.query(`delete from ${table} where domain_id = $1 and webhook_id = any ($2::uuid[])`, [
      domain_id,
      uuids,
    ]);
  }
  return uuids.length;
}
