import type { Client } from 'pg';
import { inTransactionOf } from '#shared/platform/persistence/in-transaction.js';

/** Webhooks at a time. */
const BATCH = 100;
const BESIDES = [
  'alarm_state',
  'verification',
  'replay',
  'unreadable_tally',
  'confirmation',
  'webhook_intake',
  'confirmation',
  'plugin_upgrade',
];

/**
 * A deleted webhook's row stays for what was accepted before. It goes once nothing of it waits, is in quarantine or is
 * open, and its last deliveries were dropped; its events and alerts stay as long as all others.
 * @param before when it must have been deleted
 */
export async function removeTombstones(sql: Client, before: Date): Promise<number> {
  let removed = 0;
  for (let last = BATCH; last === BATCH;) {
    const { rows } = await sql.query<{ domain_id: string; webhook_id: string }>(
      `select cursor.domain_id, cursor.webhook_id from webhook join webhook_cursor cursor using (domain_id, webhook_id)
       where deleted_at < $1
         and not exists (
           select from delivery_segment segment
           where segment.domain_id = cursor.domain_id and segment.webhook_id = cursor.webhook_id
             and processed_at is null)
         and not exists (
           select from quarantine bad where bad.domain_id = cursor.domain_id and bad.webhook_id = cursor.webhook_id)
         and not exists (
           select from alert
           where alert.domain_id = cursor.domain_id and alert.webhook_id = cursor.webhook_id and alert.state = 'OPEN')
       limit ${BATCH}`,
      [before],
    );
    last = rows.length;
    if (last === 0) break;
    const gone = [rows.map(({ domain_id }) => domain_id), rows.map(({ webhook_id }) => webhook_id)];
    const remove = (table: string) =>
      sql.query(
        `delete from ${table} using unnest($1::text[], $2::uuid[]) as gone (domain_id, webhook_id)
         where ${table}.domain_id = gone.domain_id and ${table}.webhook_id = gone.webhook_id`,
        gone,
      );
    for (const table of BESIDES) await remove(table);
    // The webhook itself last: what is left of it after a crash is found again by it and its cursor.
    await inTransactionOf(sql, async () => {
      await remove('webhook_cursor');
      await remove('webhook');
    });
    removed += last;
  }
  return removed;
}
