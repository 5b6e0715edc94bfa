import { MAX_QUARANTINE_BYTES } from '../../intake/application/ports/quarantine.js';
import {
  encodeIntegers,
  encodeJsons,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { ClientBase } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import type {
  Fallbacks,
  ProcessedBatch,
  ProcessedSegment,
  QuarantinedDelivery,
} from '../domain/process-batch.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import {
  countOutcomes,
  buildLedgerInsert,
  ledgerArrayParameters,
  LEDGER_COUNT_LIST,
  ledgerValues,
  LEDGER_SUMS,
} from '../../intake/tables/ledger-counts.js';
import { getPartitionName } from '../../persistence/partitions.js';
import { deliveryIdOf, encodeSegment } from '../../intake/tables/segment-codec.js';

/**
 * Writes deliveries to the quarantine, each with a copy of its body, because the quarantine is kept longer than the
 * log. Deliveries that do not fit are only counted.
 * @param isOverflowCounted whether the overflow was counted before
 * @returns the ids of the deliveries that did not fit
 */
export async function writeQuarantine(
  client: ClientBase,
  webhook: DeliveryTarget & { readonly project_id: string },
  quarantined: readonly QuarantinedDelivery[],
  isOverflowCounted = false,
): Promise<ReadonlySet<string>> {
  if (quarantined.length === 0) return new Set();
  let freeBytes = MAX_QUARANTINE_BYTES - (await readQuarantineBytes(client, webhook));
  const initialFreeBytes = freeBytes;
  const reserveBytes = (payload: Buffer) => {
    const isFitting = payload.length <= freeBytes;
    if (isFitting) freeBytes -= payload.length;
    return isFitting;
  };
  const copies = quarantined.map((one) => ({ ...one, payload: encodeSegment([one.delivery]) }));
  const fitting = copies.filter(({ payload }) => reserveBytes(payload));
  if (fitting.length > 0) await insertQuarantine(client, webhook, fitting);
  const overflow = copies.filter((one) => !fitting.includes(one)).map(({ delivery_id }) => delivery_id);
  await updateQuarantineSize(
    client,
    webhook,
    initialFreeBytes - freeBytes,
    isOverflowCounted ? 0 : overflow.length,
  );
  return new Set(overflow);
}

async function readQuarantineBytes(client: ClientBase, { domain_id, uuid }: DeliveryTarget): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>({
    name: 'bytes in quarantine',
    text: `
      select quarantine_bytes as bytes from webhook_cursor where domain_id = $1 and webhook_id = $2`,
    values: [domain_id, uuid],
  });
  return Number(rows[0]?.bytes ?? 0);
}

/** @param bytes the change of the size of the quarantine; may be negative */
export async function updateQuarantineSize(
  client: ClientBase,
  { domain_id, uuid }: DeliveryTarget,
  bytes: number,
  overflow = 0,
): Promise<void> {
  if (bytes === 0 && overflow === 0) return;
  await client.query({
    name: 'count quarantine',
    text: `
      update webhook_cursor set
        quarantine_bytes = greatest(0, quarantine_bytes + $3), unkept_count = unkept_count + $4
      where domain_id = $1 and webhook_id = $2`,
    values: [domain_id, uuid, bytes, overflow],
  });
}

async function insertQuarantine(
  client: ClientBase,
  webhook: DeliveryTarget & { readonly project_id: string },
  copies: readonly (QuarantinedDelivery & { readonly payload: Buffer })[],
): Promise<void> {
  await client.query({
    name: 'write quarantine',
    text: `
      insert into quarantine
        (domain_id, webhook_id, project_id, status, delivery_id, reason, payload, received_at, outcomes)
      select $1, $2::uuid, $3, 'QUARANTINED', * from
        unnest($4::uuid[], $5::text[], $6::bytea[], $7::timestamptz[], $8::json[])
      on conflict do nothing`,
    values: [
      webhook.domain_id,
      webhook.uuid,
      webhook.project_id,
      copies.map(({ delivery_id }) => delivery_id),
      copies.map(({ reason }) => reason),
      copies.map(({ payload }) => payload),
      copies.map(({ delivery }) => delivery.received_at),
      copies.map(({ outcomes }) => JSON.stringify(outcomes)),
    ],
  });
}

export function markOverflowInSegments(
  segments: readonly ProcessedSegment[],
  overflow: ReadonlySet<string>,
): readonly ProcessedSegment[] {
  if (overflow.size === 0) return segments;
  return segments.map(({ segment_id, outcomes }) => ({
    segment_id,
    outcomes: outcomes.map((each, at) =>
      overflow.has(deliveryIdOf(segment_id, at)) ? markOverflow(each) : each,
    ),
  }));
}

/** Appended to the reason of a delivery for which the quarantine had no room. */
export const OVERFLOW_REASON = 'not kept in the quarantine, which has no more room for this webhook';

/** Returns the outcomes of a delivery for which the quarantine had no room. Their reason says so. */
export function markOverflow(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.map((one) =>
    one.outcome === 'QUARANTINED' ? { ...one, reason: `${one.reason} (${OVERFLOW_REASON})` } : one,
  );
}

export function isOverflow(one: Outcome): boolean {
  return one.outcome === 'QUARANTINED' && one.reason.endsWith(`(${OVERFLOW_REASON})`);
}

export interface WebhookBatch {
  readonly webhook: DeliveryTarget;
  readonly batch: Omit<ProcessedBatch, 'correlation' | 'decisions' | 'notes'>;
}

/** Marks segments of one domain as processed. The counts of all their webhooks are updated in one statement. */
export async function markProcessed(
  client: ClientBase,
  webhookBatches: readonly WebhookBatch[],
): Promise<void> {
  const segments = webhookBatches.flatMap(({ batch }) =>
    batch.segments.map(({ segment_id, outcomes }, at) => ({
      segment_id,
      outcomes,
      previous_id: batch.segments[at - 1]?.segment_id ?? null,
    })),
  );
  const byPartition = Map.groupBy(segments, ({ segment_id }) =>
    getPartitionName('delivery_segment', segment_id),
  );
  const distributed = await isDistributed(client);
  for (const [partition, partitionSegments] of byPartition) {
    await client.query({
      name: `mark segments of ${partition}`,
      // Names the partition, because planning an update of the partitioned table takes longer than the update. Uses an
      // array of ids, because a join may be planned over all segments of the domain.
      text: `
        with marked as (
          update ${partition} as segment set processed_at = statement_timestamp(),
            outcomes = ($3::json[])[array_position($2::uuid[], segment_id)],
            previous_id = coalesce(($4::uuid[])[array_position($2::uuid[], segment_id)], (
              select last_segment_id from webhook_cursor
              where webhook_cursor.domain_id = $1 and webhook_cursor.webhook_id = segment.webhook_id))
          where domain_id = $1 and segment_id = any ($2::uuid[])
          returning domain_id, segment_id, received_at
        )
        ${buildLedgerInsert(
          distributed,
          LEDGER_SUMS,
          `marked join unnest($2::uuid[], ${ledgerArrayParameters(5)}) as count (segment_id, ${LEDGER_COUNT_LIST}) using (segment_id)`,
        )}`,
      values: [
        webhookBatches[0]?.webhook.domain_id,
        encodeUuids(partitionSegments.map(({ segment_id }) => segment_id)),
        encodeJsons(partitionSegments.map(({ outcomes }) => JSON.stringify(outcomes))),
        encodeUuids(partitionSegments.map(({ previous_id }) => previous_id)),
        ...ledgerValues(partitionSegments.map(({ outcomes }) => countOutcomes(outcomes))),
      ],
    });
  }
  await countProcessed(client, webhookBatches);
}

async function countProcessed(client: ClientBase, webhookBatches: readonly WebhookBatch[]): Promise<void> {
  const domain = webhookBatches[0]?.webhook.domain_id;
  const batches = webhookBatches.map(({ batch }) => batch);
  await client.query({
    name: 'count processed',
    // Looks the figures up by position, because a join with them may be planned as a cross product.
    text: `
      update webhook_cursor set
        received_count = received_count + ($3::int[])[array_position($2::uuid[], webhook_id)],
        failed_count = failed_count + ($4::int[])[array_position($2::uuid[], webhook_id)],
        last_received_at =
          greatest(last_received_at, ($5::timestamptz[])[array_position($2::uuid[], webhook_id)]),
        attempts = 0, next_attempt_at = null,
        last_segment_id = ($6::uuid[])[array_position($2::uuid[], webhook_id)]
      where domain_id = $1 and webhook_id = any ($2::uuid[])`,
    values: [
      domain,
      encodeUuids(webhookBatches.map(({ webhook }) => webhook.uuid)),
      encodeIntegers(batches.map(({ received_count }) => received_count)),
      encodeIntegers(batches.map(({ quarantined }) => quarantined.length)),
      encodeTimes(batches.map(({ last_received_at }) => last_received_at)),
      encodeUuids(batches.map(({ segments }) => segments.at(-1)?.segment_id ?? null)),
    ],
  });
  for (const { webhook, batch } of webhookBatches) {
    const lastQuarantined = batch.quarantined.at(-1);
    if (lastQuarantined !== undefined) await saveLastError(client, webhook, lastQuarantined.reason);
    if (batch.fallbacks !== undefined) await countFallbacks(client, webhook, batch.fallbacks);
  }
}

async function saveLastError(
  client: ClientBase,
  { uuid, domain_id }: DeliveryTarget,
  reason: string,
): Promise<void> {
  await client.query({
    name: 'note reason',
    text: `
      update webhook_cursor set last_error = $3, last_error_at = statement_timestamp()
      where webhook_id = $1 and domain_id = $2`,
    values: [uuid, domain_id, reason],
  });
}

/** A separate statement, so that the many batches without fallbacks do not pay for it. */
async function countFallbacks(
  client: ClientBase,
  { uuid, domain_id }: DeliveryTarget,
  { count, last_at, reason }: Fallbacks,
): Promise<void> {
  await client.query({
    name: 'count fallbacks',
    text: `
      update webhook_cursor set
        fallback_count = fallback_count + $3, last_fallback_at = $4, last_fallback_reason = $5
      where webhook_id = $1 and domain_id = $2`,
    values: [uuid, domain_id, count, last_at, reason],
  });
}
