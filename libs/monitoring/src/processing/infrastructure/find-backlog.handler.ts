import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { isDue } from '../../persistence/is-due.js';
import { looseIndexScan, WAITING } from '../../persistence/loose-index-scan.js';
import { FindBacklog, type Backlog } from '../application/find-backlog.js';
import { LONGEST_PAUSE } from './read-oldest.js';

const LOWEST = '00000000-0000-0000-0000-000000000000';

/**
 * Reads only the oldest segment of each webhook with a backlog, so that the cost does not grow with the backlog. Compares with
 * the database's clock, which also sets the arrival. An arrival in the future means that this clock was set back.
 */
const ALONG_INDEX = `
  with ${looseIndexScan({ ...WAITING, after: '$2' })}
  select webhook_id,
    (received_at < clock_timestamp() - interval '1 second' or received_at > clock_timestamp())
      and not exists (
        select from webhook_cursor
        where webhook_cursor.webhook_id = waiting.webhook_id and not ${isDue(LONGEST_PAUSE)})
      as is_late
  from waiting cross join lateral (
    select received_at from delivery_segment
    where delivery_segment.webhook_id = waiting.webhook_id and processed_at is null order by seq limit 1
  ) as oldest
  limit $1`;

/** On several machines there is no common index. Each machine looks for one old segment of each of its own webhooks. */
const ON_EACH_MACHINE = `
  select webhook_id, true as is_late from webhook_cursor cursor
  where webhook_id > $2 and (next_attempt_at is null or ${isDue(LONGEST_PAUSE)})
    and exists (
      select from delivery_segment segment
      where segment.domain_id = cursor.domain_id and segment.webhook_id = cursor.webhook_id and processed_at is null
        and (received_at < clock_timestamp() - interval '1 second' or received_at > clock_timestamp()))
  order by webhook_id limit $1`;

@QueryHandler(FindBacklog)
export class FindBacklogHandler implements IQueryHandler<FindBacklog> {
  private after = LOWEST;

  constructor(private readonly pool: IngestPool) {}

  async execute({ limit }: FindBacklog): Promise<Backlog> {
    const { rows } = await this.pool.query<{ webhook_id: string; is_late: boolean }>({
      name: 'find backlog',
      text: (await isDistributed(this.pool)) ? ON_EACH_MACHINE : ALONG_INDEX,
      values: [limit, this.after],
    });
    const isMore = rows.length === limit;
    this.after = isMore ? (rows.at(-1)?.webhook_id ?? LOWEST) : LOWEST;
    return {
      webhook_uuids: rows.flatMap(({ webhook_id, is_late }) => (is_late ? [webhook_id] : [])),
      isMore,
    };
  }
}
