import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LOWEST_UUID } from '#shared/kernel/ids.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import { looseIndexScan, WEBHOOKS_WITH_BACKLOG } from '#shared/platform/persistence/loose-index-scan.js';
import { FindBacklog, type Backlog } from '../application/find-backlog.js';
import { MAX_PAUSE_SECONDS } from './read-pending.js';

/**
 * Reads only the oldest segment of each webhook with a backlog, so that the cost does not grow with the backlog. Compares with
 * the database's clock, which also sets the arrival. An arrival in the future means that this clock was set back.
 */
const INDEX_SCAN_QUERY = `
  with ${looseIndexScan({ ...WEBHOOKS_WITH_BACKLOG, after: '$2' })}
  select webhook_id,
    (received_at < clock_timestamp() - interval '1 second' or received_at > clock_timestamp())
      and not exists (
        select from webhook_cursor
        where webhook_cursor.webhook_id = waiting.webhook_id and not ${buildDueCondition('next_attempt_at', MAX_PAUSE_SECONDS)})
      as is_late
  from waiting cross join lateral (
    select received_at from delivery_segment
    where delivery_segment.webhook_id = waiting.webhook_id and processed_at is null order by seq limit 1
  ) as oldest
  limit $1`;

/** On several machines there is no common index. Each machine looks for one old segment of each of its own webhooks. */
const DISTRIBUTED_QUERY = `
  select webhook_id, true as is_late from webhook_cursor cursor
  where webhook_id > $2 and (next_attempt_at is null or ${buildDueCondition('next_attempt_at', MAX_PAUSE_SECONDS)})
    and exists (
      select from delivery_segment segment
      where segment.domain_id = cursor.domain_id and segment.webhook_id = cursor.webhook_id and processed_at is null
        and (received_at < clock_timestamp() - interval '1 second' or received_at > clock_timestamp()))
  order by webhook_id limit $1`;

@QueryHandler(FindBacklog)
export class FindBacklogHandler implements IQueryHandler<FindBacklog> {
  private after = LOWEST_UUID;

  constructor(private readonly pool: IngestPool) {}

  async execute({ limit }: FindBacklog): Promise<Backlog> {
    const { rows } = await this.pool.query<{ webhook_id: string; is_late: boolean }>({
      name: 'find backlog',
      text: (await isDistributed(this.pool)) ? DISTRIBUTED_QUERY : INDEX_SCAN_QUERY,
      values: [limit, this.after],
    });
    const isMore = rows.length === limit;
    this.after = isMore ? (rows.at(-1)?.webhook_id ?? LOWEST_UUID) : LOWEST_UUID;
    return {
      webhook_uuids: rows.flatMap(({ webhook_id, is_late }) => (is_late ? [webhook_id] : [])),
      hasMore: isMore,
    };
  }
}
