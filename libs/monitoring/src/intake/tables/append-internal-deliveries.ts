import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import type { DeliveryTarget } from '../application/ports/delivery-log.js';
import type { Delivery } from '../domain/delivery.js';
import { newSegmentId, encodeSegment } from './segment-codec.js';
import { buildLedgerInsert } from './ledger-counts.js';

/**
 * Writes deliveries that the service itself creates to the log of a webhook, in the transaction of the change that they
 * report. They are processed after all deliveries accepted before. The caller wakes the workers after the commit.
 */
export async function appendInternalDeliveries(
  sql: SqlRunner,
  distributed: boolean,
  { uuid, domain_id }: DeliveryTarget,
  deliveries: readonly Omit<Delivery, 'received_at'>[],
  received_at: Date,
): Promise<void> {
  const dated = deliveries.map((one) => ({ ...one, received_at }));
  await sql.query(
    `with written as (
       insert into delivery_segment (domain_id, segment_id, webhook_id, received_at, delivery_count, payload)
       values ($1, $2, $3, $4, $5, $6) returning domain_id, received_at, delivery_count
     )
     ${buildLedgerInsert(distributed, { accepted: 'sum(delivery_count)' }, 'written')}`,
    [domain_id, newSegmentId(received_at), uuid, received_at, dated.length, encodeSegment(dated)],
  );
}
