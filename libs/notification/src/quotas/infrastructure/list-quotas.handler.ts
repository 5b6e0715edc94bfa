import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import { ListQuotas } from '../application/list-quotas.js';
import { QUOTA_FIELDS, type QuotaInfo } from '../application/quota-info.js';
import { toQuotaRecord } from './quota-record.js';
import { QUOTAS } from './quota-resource.js';

@QueryHandler(ListQuotas)
export class ListQuotasHandler implements IQueryHandler<ListQuotas> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ filter, signal, ...request }: ListQuotas): Promise<RawJson<Page<Partial<QuotaInfo>>>> {
    return this.engine.list(
      QUOTAS,
      { ...request, filter: { ...filter }, record: createRowSerializer(toQuotaRecord, QUOTA_FIELDS) },
      signal,
    );
  }
}
