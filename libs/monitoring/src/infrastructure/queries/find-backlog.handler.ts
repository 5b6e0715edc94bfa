import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { FindBacklog } from '../../application/queries/find-backlog.js';

@QueryHandler(FindBacklog)
export class FindBacklogHandler implements IQueryHandler<FindBacklog> {
  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {}

  async execute({ limit }: FindBacklog): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ webhook_id: string }>({
      name: 'find backlog',
      // By the database's clock, because that is what the arrival is measured by; which may have been set back since.
      text: `
        select webhook_id from delivery_segment
        where processed_at is null
          and (received_at < clock_timestamp() - interval '1 second' or received_at > clock_timestamp())
        group by webhook_id order by min(seq) limit $1`,
      values: [limit],
    });
    return rows.map(({ webhook_id }) => webhook_id);
  }
}
