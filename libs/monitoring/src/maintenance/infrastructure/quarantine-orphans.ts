import type { Client } from 'pg';
import { inClientTransaction } from '#shared/platform/persistence/in-transaction.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import { restorePartitions } from '../../persistence/partitions.js';
import { lockCursor } from '../../intake/tables/lock-cursor.js';
import { decodeDeliveries, type PendingSegmentRow } from '../../intake/tables/segment-codec.js';
import { markProcessed, writeQuarantine } from '../../processing/tables/write-outcomes.js';

const REASON = 'its webhook is gone';
const UNKNOWN_PROJECT = 'unknown';

const SEGMENTS_PER_BATCH = 100;
const BYTES_PER_BATCH = 4 * 1024 * 1024;

/**
 * Moves the oldest pending deliveries of a webhook to quarantine if the webhook no longer exists.
 * @param sql a connection that is not in a transaction
 * @returns the number of deliveries; 0 when none is pending or another process holds the webhook
 */
export async function quarantineOrphans(sql: Client, webhook: DeliveryTarget): Promise<number> {
  const ids = await findOldestSegments(sql, webhook);
  if (ids.length === 0) return 0;
  // The deliveries may be older than the retention of the quarantine.
  await restorePartitions(sql, ['quarantine'], ids);
  return inClientTransaction(sql, async () => {
    if (!(await lockCursor(sql, webhook))) return 0;
    const { rows } = await sql.query<Omit<PendingSegmentRow, 'webhook_id' | 'seq' | 'late' | 'found'>>(
      `select segment_id, received_at, delivery_count, payload from delivery_segment
       where domain_id = $1 and segment_id = any ($2::uuid[]) and processed_at is null
         and not exists (select from webhook where webhook.webhook_id = $3)
       order by seq for update skip locked`,
      [webhook.domain_id, ids, webhook.uuid],
    );
    if (rows.length === 0) return 0;
    const outcomes = [{ outcome: 'QUARANTINED', reason: REASON }] as const;
    const segments = rows.map((row) => ({ segment_id: row.segment_id, deliveries: decodeDeliveries(row) }));
    const quarantined = segments.flatMap(({ deliveries }) =>
      deliveries.map(({ delivery_id, delivery }) => ({ delivery_id, delivery, reason: REASON, outcomes })),
    );
    await writeQuarantine(sql, { ...webhook, project_id: await findProject(sql, webhook) }, quarantined);
    const batch = {
      segments: segments.map(({ segment_id, deliveries }) => ({
        segment_id,
        outcomes: deliveries.map(() => outcomes),
      })),
      quarantined,
      received_count: quarantined.length,
      last_received_at: new Date(Math.max(...rows.map(({ received_at }) => received_at.getTime()))),
    };
    await markProcessed(sql, [{ webhook, batch }]);
    return quarantined.length;
  });
}

async function findOldestSegments(sql: Client, { domain_id, uuid }: DeliveryTarget): Promise<string[]> {
  const { rows } = await sql.query<{ segment_id: string }>(
    `select segment_id from (
       select segment_id, seq, sum(length) over (order by seq) - length as before from (
         select segment_id, seq, octet_length(payload) as length from delivery_segment
         where domain_id = $1 and webhook_id = $2 and processed_at is null
         order by seq limit ${SEGMENTS_PER_BATCH}
       ) as oldest
     ) as running
     where before < ${BYTES_PER_BATCH} order by seq`,
    [domain_id, uuid],
  );
  return rows.map(({ segment_id }) => segment_id);
}

/** Returns the project of the webhook, from its alerts. */
async function findProject(sql: Client, { domain_id, uuid }: DeliveryTarget): Promise<string> {
  const { rows } = await sql.query<{ project_id: string }>(
    'select project_id from alert where domain_id = $1 and webhook_id = $2 limit 1',
    [domain_id, uuid],
  );
  return rows[0]?.project_id ?? UNKNOWN_PROJECT;
}
