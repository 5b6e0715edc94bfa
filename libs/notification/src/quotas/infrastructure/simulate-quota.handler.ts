import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QuotaClock } from '../tables/quota-usage.js';
import { SimulateQuota, type QuotaSimulation } from '../application/read-quotas.js';
import { validateLimit, findLimitWarnings } from '../domain/quota-limit.js';
import { simulateLimit } from '../domain/simulate-limit.js';
import { readQuota } from './quota-resource.js';

@QueryHandler(SimulateQuota)
export class SimulateQuotaHandler implements IQueryHandler<SimulateQuota> {
  constructor(
    private readonly pool: QueryPool,
    private readonly clock: QuotaClock,
  ) {}

  async execute({ scope, quota_id, limit: given }: SimulateQuota): Promise<QuotaSimulation> {
    const limit = validateLimit(given);
    const { protocol_id } = await readQuota(this.pool, scope, quota_id);
    const { rows } = await this.pool.query<{ day: string; demand: string }>(
      `select day::text, consumed + refused as demand from quota_usage
       where domain_id = $1 and protocol_id = $2 order by quota_usage.day`,
      [scope.domain_id, protocol_id],
    );
    const demands = rows.map(({ day, demand }) => ({ day, demand: Number(demand) }));
    const now = await this.clock.now(this.pool);
    return { limit, warnings: findLimitWarnings(limit), ...simulateLimit(limit, demands, now) };
  }
}
