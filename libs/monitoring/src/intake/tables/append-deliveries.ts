import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type SqlRunner, inClientTransaction } from '#shared/platform/persistence/in-transaction.js';
import type { DeliveryTarget } from '../application/ports/delivery-log.js';
import type { Delivery } from '../domain/delivery.js';
import { newSegmentId, encodeSegment } from './segment-codec.js';
import { buildLedgerInsert } from './ledger-counts.js';
import { newUuid } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { restorePartitions } from '../../persistence/partitions.js';

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

/** How often to look whether they are processed, in milliseconds. */
const INTERVAL_MS = 200;

/**
 * Writes deliveries under the times of their arrival, as if they had been accepted then, and waits until workers have processed
 * them. Writes none if the webhook has taken any: an earlier call that was cut has written all or nothing.
 * @param deliveries by time of arrival, none before the retention period
 */
export async function appendPastDeliveries(
  client: Client,
  target: DeliveryTarget,
  deliveries: readonly Delivery[],
  signal: AbortSignal,
): Promise<void> {
  const days = deliveries.map(({ received_at }) => newUuid(received_at));
  await inClientTransaction(client, async () => {
    const { rowCount } = await client.query(
      'select from delivery_segment where domain_id = $1 and webhook_id = $2 limit 1',
      [target.domain_id, target.uuid],
    );
    if (rowCount !== 0) return;
    await restorePartitions(client, ['delivery_segment', 'event', 'quarantine'], days);
    const distributed = await isDistributed(client);
    for (const delivery of deliveries)
      await appendInternalDeliveries(client, distributed, target, [delivery], delivery.received_at);
  });
  const isProcessed = async () => {
    const { rows } = await client.query<{ is_processed: boolean }>(
      `select not exists (
         select from delivery_segment where domain_id = $1 and webhook_id = $2 and processed_at is null
       ) as is_processed`,
      [target.domain_id, target.uuid],
    );
    return rows[0]?.is_processed === true;
  };
  while (!(await isProcessed())) await sleep(INTERVAL_MS, undefined, { signal });
}
