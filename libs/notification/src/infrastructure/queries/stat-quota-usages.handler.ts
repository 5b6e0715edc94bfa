import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { StatQuotaUsages, type ProtocolUsage } from '../../application/queries/stat-quota-usages.js';

type Row = Readonly<Record<keyof ProtocolUsage, string>>;

@QueryHandler(StatQuotaUsages)
export class StatQuotaUsagesHandler implements IQueryHandler<StatQuotaUsages> {
  constructor(@Inject(QueryPool) private readonly pool: QueryPool) {}

  async execute({ scope, range }: StatQuotaUsages): Promise<{ results: readonly ProtocolUsage[] }> {
    const { rows } = await this.pool.query<Row>(
      `select protocol_id, sum(consumed) as consumed, sum(refused) as refused, count(*) as days
       from quota_usage
       where domain_id = $1 and ($2::text is null or protocol_id = $2) and day between $3 and $4
       group by protocol_id
       order by sum(consumed) desc, protocol_id collate "C"
       limit 10000`,
      [scope.domain_id, range.protocol_id ?? null, range.from ?? '-infinity', range.to ?? 'infinity'],
    );
    const results = rows.map(({ protocol_id, consumed, refused, days }) => ({
      protocol_id,
      consumed: Number(consumed),
      refused: Number(refused),
      days: Number(days),
    }));
    return { results };
  }
}
