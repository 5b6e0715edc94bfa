import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getPageSlice } from '#shared/kernel/page.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetQuotaUsage, type DayUsage, type QuotaUsageInfo } from '../application/read-quotas.js';
import { Allowance, DefaultQuota, formatDay } from '../domain/quota-limit.js';
import { protocolKey } from '../domain/decide-consumptions.js';
import { QuotaClock, readProtocolStates } from '../tables/quota-usage.js';
import { readQuota } from './quota-resource.js';

interface UsageRow {
  readonly day: string;
  readonly consumed: string;
  readonly refused: string;
  readonly total_count: string;
}

@QueryHandler(GetQuotaUsage)
export class GetQuotaUsageHandler implements IQueryHandler<GetQuotaUsage> {
  constructor(
    private readonly pool: QueryPool,
    private readonly clock: QuotaClock,
  ) {}

  async execute({ scope, quota_id, range, page }: GetQuotaUsage): Promise<QuotaUsageInfo> {
    const { from, to } = range;
    if (from !== undefined && to !== undefined && from > to)
      throw DomainError.invalid('to', 'must not be before from');
    const { offset, limit: pageSize } = getPageSlice(page, 'page');
    const quota = await readQuota(this.pool, scope, quota_id);
    const { protocol_id, limit } = quota;
    const { rows } = await this.pool.query<UsageRow>(
      `select * from (
         select count(*) as total_count from quota_usage
         where domain_id = $1 and protocol_id = $2 and day between $3 and $4
       ) total
       left join (
         select day::text, consumed, refused from quota_usage
         where domain_id = $1 and protocol_id = $2 and day between $3 and $4
         order by day desc limit ${pageSize} offset ${offset}
       ) page on true
       order by day desc`,
      [scope.domain_id, protocol_id, range.from ?? '-infinity', range.to ?? 'infinity'],
    );
    const states = await readProtocolStates(
      this.pool,
      [quota],
      formatDay(await this.clock.now(this.pool)),
      new DefaultQuota(limit),
    );
    const used = states.get(protocolKey(quota))?.used ?? { day: 0, month: 0 };
    return {
      quota_id,
      protocol_id,
      limit,
      remaining: new Allowance(limit, used).remaining,
      results: rows.filter(({ day }) => day !== null).map(toDayUsage),
      total_count: Number(rows[0]?.total_count ?? 0),
    };
  }
}

function toDayUsage({ day, consumed, refused }: UsageRow): DayUsage {
  return { day, consumed: Number(consumed), refused: Number(refused) };
}
