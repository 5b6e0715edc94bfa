import { Injectable } from '@nestjs/common';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { DefaultQuota, type QuotaLimit } from '../domain/quota-limit.js';
import { QuotaLimits } from '../application/ports/quota-limits.js';

@Injectable()
export class PostgresQuotaLimits extends QuotaLimits {
  constructor(
    private readonly pool: QueryPool,
    private readonly defaultQuota: DefaultQuota,
  ) {
    super();
  }

  async findLimit(domain_id: string, protocol_id: string): Promise<QuotaLimit> {
    const { rows } = await this.pool.query<{ limit: QuotaLimit }>({
      name: 'limit of protocol',
      text: 'select "limit" from quota where domain_id = $1 and protocol_id = $2',
      values: [domain_id, protocol_id],
    });
    return rows[0]?.limit ?? this.defaultQuota.limitOf(protocol_id);
  }
}
