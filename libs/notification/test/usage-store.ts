import { DataSource } from 'typeorm';
import { newId } from '#shared/kernel/ids.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { createTestDatabase } from '#test/database.js';
import { createRetentionClock } from '#test/retention-clock.js';
import type { QuotaClock } from '../src/quotas/tables/quota-usage.js';
import type { ConsumptionToDecide } from '../src/quotas/application/ports/usage-ledger.js';
import { DefaultQuota, type QuotaLimit } from '../src/quotas/domain/quota-limit.js';
import { quotaSchema } from '../src/quotas/infrastructure/quota.schema.js';
import { TypeOrmQuotaRepository } from '../src/quotas/infrastructure/typeorm-quota.repository.js';
import { UsageRetention } from '../src/quotas/infrastructure/usage-retention.js';
import { PostgresUsageLedger } from '../src/quotas/infrastructure/usage/postgres-usage-ledger.js';
import { TestClock } from './quotas.js';

export const createConsumption = (protocol_id: string, amount = 1, key?: string): ConsumptionToDecide => ({
  consumption_id: newId('consumption'),
  domain_id: 'd1',
  protocol_id,
  amount,
  mark: key === undefined ? undefined : { key: Buffer.from(key).toString('hex'), request: 'ab' },
});

/** The storage of quotas and usage, on a database of its own. Each ledger stands for that of another process. */
export async function createUsageStore() {
  const database = await createTestDatabase();
  const dataSource = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [quotaSchema],
  }).initialize();
  const pool = new IngestPool({ connectionString: database.url, max: 8 });
  // The database is dropped while connections are still closing.
  pool.on('error', () => undefined);
  const clock = new TestClock();
  return {
    url: database.url,
    pool,
    clock,
    quotas: new TypeOrmQuotaRepository(dataSource),
    newLedger: (limit: QuotaLimit = {}, ledgerClock: QuotaClock = clock) =>
      new PostgresUsageLedger(pool, ledgerClock, new DefaultQuota(limit)),
    enforceRetention: (usageDays: number) =>
      new UsageRetention(
        pool,
        createRetentionClock(() => clock.now().getTime()),
      ).enforce(usageDays),
    close: async () => {
      await Promise.all([dataSource.destroy(), pool.end()]);
      await database.drop();
    },
  };
}

export type UsageStore = Awaited<ReturnType<typeof createUsageStore>>;
