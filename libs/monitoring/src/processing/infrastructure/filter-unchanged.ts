import type { PoolClient } from 'pg';
import { encodeIntegers, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { WebhookCommit } from '../application/ports/processing-log.js';
import { horizon } from './read-oldest.js';

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
