import type { Client } from 'pg';

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
  'webhook_cursor',
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
      `select domain_id, webhook_id from webhook
       where deleted_at < $1
         and not exists (
           select from delivery_segment
           where delivery_segment.webhook_id = webhook.webhook_id and processed_at is null)
         and not exists (select from quarantine where quarantine.webhook_id = webhook.webhook_id)
         and not exists (
           select from alert where alert.webhook_id = webhook.webhook_id and alert.state = 'OPEN')
       limit ${BATCH}`,
      [before],
    );
    last = rows.length;
    if (last === 0) break;
    const gone = [rows.map(({ domain_id }) => domain_id), rows.map(({ webhook_id }) => webhook_id)];
    // The webhook itself last: what is left of it after a crash is found again by it.
    for (const table of [...BESIDES, 'webhook']) {
      await sql.query(
        `delete from ${table} using unnest($1::text[], $2::uuid[]) as gone (domain_id, webhook_id)
         where ${table}.domain_id = gone.domain_id and ${table}.webhook_id = gone.webhook_id`,
        gone,
      );
    }
    removed += last;
  }
  return removed;
}
