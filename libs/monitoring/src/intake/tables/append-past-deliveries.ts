import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { newUuid } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inClientTransaction } from '#shared/platform/persistence/in-transaction.js';
import { restorePartitions } from '../../persistence/partitions.js';
import type { DeliveryTarget } from '../application/ports/delivery-log.js';
import type { Delivery } from '../domain/delivery.js';
import { appendInternalDeliveries } from './append-internal-deliveries.js';

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
