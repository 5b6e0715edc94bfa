import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListQuotas } from '../application/list-quotas.js';
import type { QuotaInfo } from '../application/quota-info.js';
import { quotaRecord } from './quota-record.js';
import { QUOTAS } from './quota-resource.js';

@QueryHandler(ListQuotas)
export class ListQuotasHandler implements IQueryHandler<ListQuotas> {
  constructor(@Inject(QueryEngine) private readonly engine: QueryEngine) {}

  execute({ scope, filter, query, signal }: ListQuotas): Promise<Page<Partial<QuotaInfo>>> {
    const asked = { scope, filter: { ...filter }, query, select: () => 'r.*', record: quotaRecord };
    return this.engine.list(QUOTAS, asked, signal);
  }
}
