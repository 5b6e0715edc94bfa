import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatQuotaUsages } from '../application/stat-quota-usages.js';
import { QUOTA_USAGES } from './quota-usage-resource.js';

const BY_PROTOCOL = {
  aggregate: [
    {
      group: {
        keys: [{ key: 'protocol_id' }],
        fields: [
          { key: 'consumed', name: 'consumed', operator: 'sum' },
          { key: 'refused', name: 'refused', operator: 'sum' },
          { name: 'days', operator: 'count' },
        ],
      },
    },
    { sort: { keys: [{ key: 'consumed', desc: true }, { key: 'protocol_id' }] } },
    { limit: 10_000 },
  ],
};

@QueryHandler(StatQuotaUsages)
export class StatQuotaUsagesHandler implements IQueryHandler<StatQuotaUsages> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query = BY_PROTOCOL, signal }: StatQuotaUsages): Promise<StatisticsResult> {
    return this.engine.stat(QUOTA_USAGES, { scope, query }, signal);
  }
}
