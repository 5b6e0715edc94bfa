import type { PoolClient } from 'pg';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import type { DeliveryToReplay } from '../application/ports/replay-log.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import { ledgerChange, moveLedgerCounts } from '../../intake/tables/ledger-counts.js';
import { positionOf, segmentIdOf } from '../../intake/tables/segment-codec.js';
import { isOverflow, markOverflow, updateQuarantineSize, writeQuarantine } from '../tables/write-outcomes.js';

export async function readOutcomes(
  client: PoolClient,
  domainId: string,
  deliveryId: string,
): Promise<readonly Outcome[] | undefined> {
  const { rows } = await client.query<{ outcomes: readonly Outcome[] }>({
    name: 'read outcomes',
    text: `
      select outcomes -> $4::int as outcomes from delivery_segment
      where domain_id = $1 and segment_id = $3 and outcomes is not null
      union all
      select outcomes from quarantine where domain_id = $1 and delivery_id = $2 and outcomes is not null`,
    values: [domainId, deliveryId, segmentIdOf(deliveryId), positionOf(deliveryId)],
  });
  return rows[0]?.outcomes;
}

/** Writes outcomes to the log and to the quarantine. A delivery without quarantined alarms leaves the quarantine. */
export async function writeReplayedOutcomes(
  client: PoolClient,
  webhook: ProcessedWebhook,
  { delivery_id, delivery }: DeliveryToReplay,
  before: readonly Outcome[],
  outcomes: readonly Outcome[],
): Promise<void> {
  await moveLedgerCounts(client, webhook.domain_id, delivery.received_at, ledgerChange([before], [outcomes]));
  await removeFromQuarantine(client, webhook, delivery_id);
  const quarantinedOutcome = outcomes.find((one) => one.outcome === 'QUARANTINED');
  const requarantined =
    quarantinedOutcome?.outcome === 'QUARANTINED'
      ? [{ delivery_id, delivery, reason: quarantinedOutcome.reason, outcomes }]
      : [];
  const overflow = await writeQuarantine(client, webhook, requarantined, before.some(isOverflow));
  const written = overflow.has(delivery_id) ? markOverflow(outcomes) : outcomes;
  await client.query({
    name: 'write replayed outcomes',
    text: `
      update delivery_segment
      set outcomes = jsonb_set(outcomes::jsonb, array[$3::text], $4::jsonb)::json
      where domain_id = $1 and segment_id = $2 and outcomes is not null`,
    values: [
      webhook.domain_id,
      segmentIdOf(delivery_id),
      String(positionOf(delivery_id)),
      JSON.stringify(written),
    ],
  });
}

async function removeFromQuarantine(
  client: PoolClient,
  webhook: ProcessedWebhook,
  delivery_id: string,
): Promise<void> {
  const { rows } = await client.query<{ bytes: number }>({
    name: 'leave quarantine',
    text: `
      delete from quarantine where domain_id = $1 and delivery_id = $2
      returning octet_length(payload) as bytes`,
    values: [webhook.domain_id, delivery_id],
  });
  await updateQuarantineSize(client, webhook, -(rows[0]?.bytes ?? 0));
}
