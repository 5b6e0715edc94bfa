import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetQuota } from '../application/get-quota.js';
import { QUOTA_FIELDS, type QuotaInfo } from '../application/quota-info.js';
import { readQuota } from './quota-record.js';

@QueryHandler(GetQuota)
export class GetQuotaHandler implements IQueryHandler<GetQuota> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, quota_id, only: keys }: GetQuota): Promise<Partial<QuotaInfo>> {
    return pickFields(await readQuota(getReader(this.pool), scope, quota_id), keys, QUOTA_FIELDS);
  }
}
