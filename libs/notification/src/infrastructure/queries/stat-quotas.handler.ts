import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { StatQuotas } from '../../application/queries/stat-quotas.js';

@QueryHandler(StatQuotas)
export class StatQuotasHandler implements IQueryHandler<StatQuotas> {
  constructor(@Inject(QueryPool) private readonly pool: QueryPool) {}

  async execute({ scope }: StatQuotas): Promise<{ results: readonly [{ count: number }] }> {
    const { rows } = await this.pool.query<{ count: number }>(
      'select count(*)::int as count from quota where domain_id = $1',
      [scope.domain_id],
    );
    return { results: [{ count: rows[0]?.count ?? 0 }] };
  }
}
