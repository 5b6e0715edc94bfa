import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { uuidOf } from '#shared/kernel/ids.js';
import { only } from '#shared/kernel/only.js';
import { sliceOf, type Page } from '#shared/kernel/page.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { ListQuotas } from '../../application/queries/list-quotas.js';
import { QUOTA_FIELDS, type QuotaInfo } from '../../application/queries/quota-info.js';
import { quotaInfo, type QuotaRow } from './quota-record.js';

@QueryHandler(ListQuotas)
export class ListQuotasHandler implements IQueryHandler<ListQuotas> {
  constructor(@Inject(QueryPool) private readonly pool: QueryPool) {}

  async execute({ scope, filter, query }: ListQuotas): Promise<Page<Partial<QuotaInfo>>> {
    const { offset, limit } = sliceOf(query.page ?? {});
    const { quota_id, protocol_id } = filter;
    const where = `domain_id = $1 and ($2::uuid is null or quota_id = $2) and ($3::text is null or protocol_id = $3)`;
    // The count stands alone on the left, so that it comes also with a page past the end.
    const { rows } = await this.pool.query<{ total_count: string } & (QuotaRow | { quota_id: null })>(
      `select * from (select count(*) as total_count from quota where ${where}) total
       left join (
         select * from quota where ${where} order by quota_id limit ${limit} offset ${offset}
       ) page on true
       order by quota_id`,
      [scope.domain_id, quota_id === undefined ? null : uuidOf('quota', quota_id), protocol_id ?? null],
    );
    return {
      results: rows
        .filter((row) => row.quota_id !== null)
        .map((row) => only(quotaInfo(row), query.only, QUOTA_FIELDS)),
      total_count: Number(rows[0]?.total_count ?? 0),
    };
  }
}
