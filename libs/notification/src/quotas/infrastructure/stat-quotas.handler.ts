import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatQuotas } from '../application/stat-quotas.js';
import { QUOTAS } from './quota-resource.js';

const COUNT = { aggregate: [{ count: { name: 'count' } }] };

@QueryHandler(StatQuotas)
export class StatQuotasHandler implements IQueryHandler<StatQuotas> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query = COUNT, signal }: StatQuotas): Promise<StatisticsResult> {
    return this.engine.stat(QUOTAS, { scope, query }, signal);
  }
}
