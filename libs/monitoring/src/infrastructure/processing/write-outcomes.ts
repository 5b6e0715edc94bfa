import type { PoolClient } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { ProcessedWebhook } from '../../application/ports/processing-log.js';
import type { ProcessedBatch, QuarantinedDelivery } from '../../domain/process-batch.js';
import { countOutcomes } from '../../domain/ledger.js';
import { encodeSegment } from '../delivery-log/segment-codec.js';
import { addToLedger, ledgerArrays, LEDGER_NAMES, ledgerValues, SUMS } from './ledger-counts.js';

/** With a copy of the body of its own, because it is kept longer than the log. */
export async function writeQuarantine(
  client: PoolClient,
  webhook: ProcessedWebhook,
  quarantined: readonly QuarantinedDelivery[],
): Promise<void> {
  if (quarantined.length === 0) return;
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
      quarantined.map(({ delivery_id }) => delivery_id),
      quarantined.map(({ reason }) => reason),
      quarantined.map(({ delivery }) => encodeSegment([delivery])),
      quarantined.map(({ delivery }) => delivery.received_at),
      quarantined.map(({ outcomes }) => JSON.stringify(outcomes)),
    ],
  });
}

/** Takes the segments off the backlog and adds the batch to the webhook's figures, which cost no write of their own. */
export async function markProcessed(
  client: PoolClient,
  webhook: ProcessedWebhook,
  batch: ProcessedBatch,
): Promise<void> {
  await client.query({
    name: 'mark segments processed',
    text: `
      with marked as (
        update delivery_segment set processed_at = statement_timestamp(), outcomes = done.outcomes::json,
          previous_id = coalesce(
            done.previous_id,
            (select last_segment_id from webhook_cursor where webhook_id = $5 and domain_id = $1))
        from unnest($2::uuid[], $3::text[], $4::uuid[]) as done (segment_id, outcomes, previous_id)
        where delivery_segment.domain_id = $1 and delivery_segment.segment_id = done.segment_id
        returning delivery_segment.domain_id, done.segment_id, received_at
      )
      ${addToLedger(
        await isDistributed(client),
        SUMS,
        `marked join unnest($2::uuid[], ${ledgerArrays(6)}) as count (segment_id, ${LEDGER_NAMES}) using (segment_id)`,
      )}`,
    values: [
      webhook.domain_id,
      batch.segments.map(({ segment_id }) => segment_id),
      batch.segments.map(({ outcomes }) => JSON.stringify(outcomes)),
      [null, ...batch.segments.slice(0, -1).map(({ segment_id }) => segment_id)],
      webhook.uuid,
      ...ledgerValues(batch.segments.map(({ outcomes }) => countOutcomes(outcomes))),
    ],
  });
  const reason = batch.quarantined.at(-1)?.reason;
  const error = reason === undefined ? '' : 'last_error = $7, last_error_at = statement_timestamp(),';
  await client.query({
    name: `count processed${error && ' and quarantined'}`,
    text: `
      update webhook_cursor set
        received_count = received_count + $3, failed_count = failed_count + $4,
        last_received_at = greatest(last_received_at, $5), ${error}
        attempts = 0, next_attempt_at = null, last_segment_id = $6
      where webhook_id = $1 and domain_id = $2`,
    values: [
      webhook.uuid,
      webhook.domain_id,
      batch.received_count,
      batch.quarantined.length,
      batch.last_received_at,
      batch.segments.at(-1)?.segment_id,
      ...(reason === undefined ? [] : [reason]),
    ],
  });
}
