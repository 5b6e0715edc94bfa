import type { Pool, PoolClient } from 'pg';
import { encodeBigints, encodeUuids, encodeIntegers } from '#shared/platform/persistence/binary-arrays.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import type { PendingSegmentRow } from '../../intake/tables/decode-deliveries.js';
import type { ReadPosition, WebhookCommit } from '../application/ports/processing-log.js';

/** Limits of one batch, so that other webhooks get their turn soon. */
export const SEGMENTS_PER_BATCH = 200;
const DELIVERIES_PER_BATCH = 200;
/** Seconds: the longest pause of a webhook after errors. */
export const MAX_PAUSE_SECONDS = 60;
export const BYTES_PER_BATCH = 4 * 1024 * 1024;

/**
 * Ids begin with their time, and partitions are created two weeks ahead. Those after tomorrow are empty, and this bound excludes
 * them from the search of each webhook, unless the clock has been set back and one of them has rows.
 */
const TOMORROW = `(lpad(to_hex((extract(epoch from statement_timestamp()) * 1000)::bigint + 86400000), 12, '0')
  || repeat('0', 20))::uuid`;
export const horizon = (domain: string) => `(
  select case when exists (
    select from delivery_segment where domain_id = ${domain} and segment_id >= ${TOMORROW})
    then repeat('f', 32)::uuid else ${TOMORROW} end)`;

/**
 * Reads the oldest pending segments of webhooks of one domain, up to the limits of a batch.
 * @param segmentsPerWebhook the maximum number of segments per webhook
 */
export async function readOldest(
  pool: Pool,
  webhooks: readonly ReadPosition[],
  segmentsPerWebhook: number,
): Promise<readonly PendingSegmentRow[]> {
  const { rows } = await pool.query<PendingSegmentRow>({
    name: 'read pending',
    // A webhook whose next attempt is not due is left out: a remote plugin would be called again and again without success.
    text: `
        select webhook_id, segment_id, seq, late, received_at, delivery_count, payload, found from (
          select webhook_id, segment_id, payload, place, seq, late, received_at, delivery_count,
            count(*) over () as found,
            sum(octet_length(payload)) over turn - octet_length(payload) as bytes_before,
            sum(delivery_count) over turn - delivery_count as deliveries_before
          from unnest($1::uuid[], $2::bigint[]) with ordinality as wanted (webhook_id, after, place)
          cross join lateral (
            select segment_id, payload, delivery_count, seq, late, received_at from delivery_segment
            where domain_id = $6 and delivery_segment.webhook_id = wanted.webhook_id and processed_at is null
              and seq > after
              and segment_id < ${horizon('$6')}
              and exists (
                select from webhook_cursor
                where domain_id = $6 and webhook_cursor.webhook_id = wanted.webhook_id
                  and (next_attempt_at is null or ${buildDueCondition('next_attempt_at', MAX_PAUSE_SECONDS)}))
            order by seq limit $3
          ) as oldest
          window turn as (order by place, seq)
        ) as running
        where bytes_before < $4 and deliveries_before < $5
        order by place, seq`,
    values: [
      encodeUuids(webhooks.map(({ uuid }) => uuid)),
      encodeBigints(webhooks.map(({ after }) => after ?? '0')),
      segmentsPerWebhook,
      BYTES_PER_BATCH,
      DELIVERIES_PER_BATCH,
      webhooks[0]?.domain_id,
    ],
  });
  return rows;
}

/**
 * Keeps the commits whose segments are still the oldest pending ones. They are not if a segment with a lower number was committed
 * late, or if another process has processed them.
 */
export async function filterUnchanged(
  client: PoolClient,
  commits: readonly WebhookCommit[],
): Promise<readonly WebhookCommit[]> {
  if (commits.length === 0) return [];
  const { rows } = await client.query<{ webhook_id: string; segment_id: string }>({
    name: 'oldest pending',
    text: `
      select webhook_id, segment_id
      from unnest($1::uuid[], $2::int[]) as wanted (webhook_id, count)
      cross join lateral (
        select segment_id, seq from delivery_segment
        where domain_id = $3 and delivery_segment.webhook_id = wanted.webhook_id and processed_at is null
          and segment_id < ${horizon('$3')}
        order by seq limit wanted.count
      ) as oldest
      order by webhook_id, seq`,
    values: [
      encodeUuids(commits.map(({ webhook }) => webhook.uuid)),
      encodeIntegers(commits.map(({ segments }) => segments.length)),
      commits[0]?.webhook.domain_id,
    ],
  });
  const oldest = Map.groupBy(rows, ({ webhook_id }) => webhook_id);
  return commits.filter(({ webhook, segments }) => {
    const pending = oldest.get(webhook.uuid) ?? [];
    return (
      pending.length === segments.length &&
      pending.every(({ segment_id }, at) => segment_id === segments[at]?.segment_id)
    );
  });
}
