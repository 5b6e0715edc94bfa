import type { ClientBase } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { DeliveryTarget } from '../../application/ports/delivery-log.js';
import type { ProcessedBatch, QuarantinedDelivery } from '../../domain/process-batch.js';
import { countOutcomes } from '../../domain/ledger.js';
import { partitionOf } from '../persistence/partitions.js';
import { encodeSegment } from '../delivery-log/segment-codec.js';
import { addToLedger, ledgerArrays, LEDGER_NAMES, ledgerValues, SUMS } from './ledger-counts.js';
import { list, listOfTexts, listOfTimes, timeOf } from './parameters.js';

/** With a copy of the body of its own, because it is kept longer than the log. */
export async function writeQuarantine(
  client: ClientBase,
  webhook: DeliveryTarget & { readonly project_id: string },
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

/** What one turn does to a webhook. */
export interface WebhookBatch {
  readonly webhook: DeliveryTarget;
  readonly batch: Omit<ProcessedBatch, 'correlation'>;
}

/**
 * Takes the segments off the backlog and adds the batches to the webhooks' figures, which cost no write of their own.
 * They are of one domain.
 */
export async function markProcessed(client: ClientBase, all: readonly WebhookBatch[]): Promise<void> {
  const segments = all.flatMap(({ batch }) =>
    batch.segments.map(({ segment_id, outcomes }, at) => ({
      segment_id,
      outcomes,
      previous_id: batch.segments[at - 1]?.segment_id ?? null,
    })),
  );
  const byPartition = Map.groupBy(segments, ({ segment_id }) => partitionOf('delivery_segment', segment_id));
  const distributed = await isDistributed(client);
  for (const [partition, some] of byPartition) {
    await client.query({
      name: `mark segments of ${partition}`,
      // By the name of its partition: getting ready to update any of them takes longer than updating one. And by an
      // array of ids, because a join with them may be planned as one with all that the domain has in the log.
      text: `
        with marked as (
          update ${partition} as segment set processed_at = statement_timestamp(),
            outcomes = ($3::text[])[array_position($2::uuid[], segment_id)]::json,
            previous_id = coalesce(($4::uuid[])[array_position($2::uuid[], segment_id)], (
              select last_segment_id from webhook_cursor
              where webhook_cursor.domain_id = $1 and webhook_cursor.webhook_id = segment.webhook_id))
          where domain_id = $1 and segment_id = any ($2::uuid[])
          returning domain_id, segment_id, received_at
        )
        ${addToLedger(
          distributed,
          SUMS,
          `marked join unnest($2::uuid[], ${ledgerArrays(5)}) as count (segment_id, ${LEDGER_NAMES}) using (segment_id)`,
        )}`,
      values: [
        all[0]?.webhook.domain_id,
        list(some.map(({ segment_id }) => segment_id)),
        listOfTexts(some.map(({ outcomes }) => JSON.stringify(outcomes))),
        list(some.map(({ previous_id }) => previous_id)),
        ...ledgerValues(some.map(({ outcomes }) => countOutcomes(outcomes))),
      ],
    });
  }
  await countProcessed(client, all);
}

async function countProcessed(client: ClientBase, all: readonly WebhookBatch[]): Promise<void> {
  const domain = all[0]?.webhook.domain_id;
  const batches = all.map(({ batch }) => batch);
  await client.query({
    name: 'count processed',
    text: `
      update webhook_cursor set
        received_count = received_count + received, failed_count = failed_count + failed,
        last_received_at = greatest(last_received_at, last),
        attempts = 0, next_attempt_at = null, last_segment_id = segment_id
      from (
        select unnest($2::uuid[]) as uuid, unnest($3::int[]) as received, unnest($4::int[]) as failed,
          ${timeOf('unnest($5::float8[])')} as last, unnest($6::uuid[]) as segment_id
      ) as done
      where domain_id = $1 and webhook_id = any ($2::uuid[]) and webhook_id = uuid`,
    values: [
      domain,
      list(all.map(({ webhook }) => webhook.uuid)),
      list(batches.map(({ received_count }) => received_count)),
      list(batches.map(({ quarantined }) => quarantined.length)),
      listOfTimes(batches.map(({ last_received_at }) => last_received_at)),
      list(batches.map(({ segments }) => segments.at(-1)?.segment_id ?? null)),
    ],
  });
  for (const { webhook, batch } of all) {
    const bad = batch.quarantined.at(-1);
    if (bad === undefined) continue;
    await client.query({
      name: 'note reason',
      text: `
        update webhook_cursor set last_error = $3, last_error_at = statement_timestamp()
        where webhook_id = $1 and domain_id = $2`,
      values: [webhook.uuid, domain, bad.reason],
    });
  }
}
