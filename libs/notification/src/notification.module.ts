import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { Clock, SystemClock } from '#shared/kernel/clock.js';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { ConsumeQuotaHandler } from './application/commands/consume-quota.js';
import { CreateQuotaHandler } from './application/commands/create-quota.js';
import { DeleteQuotaHandler } from './application/commands/delete-quota.js';
import { ReleaseQuotaHandler } from './application/commands/release-quota.js';
import { UpdateQuotaHandler } from './application/commands/update-quota.js';
import { QuotaRepository } from './application/ports/quota-repository.js';
import { UsageLedger } from './application/ports/usage-ledger.js';
import type { QuotaLimit } from './domain/quota-limit.js';
import { CreateQuota1795176003001 } from './infrastructure/persistence/migrations/1795176003001-create-quota.js';
import { RememberReleases1795201000401 } from './infrastructure/persistence/migrations/1795201000401-remember-releases.js';
import { quotaSchema } from './infrastructure/persistence/quota.schema.js';
import { TypeOrmQuotaRepository } from './infrastructure/persistence/typeorm-quota.repository.js';
import { UsageRetention, UsageRetentionPeriod } from './infrastructure/persistence/usage-retention.js';
import { GetQuotaHandler } from './infrastructure/queries/get-quota.handler.js';
import { GetQuotaUsageHandler } from './infrastructure/queries/get-quota-usage.handler.js';
import { ListQuotasHandler } from './infrastructure/queries/list-quotas.handler.js';
import { SimulateQuotaHandler } from './infrastructure/queries/simulate-quota.handler.js';
import { StatQuotaUsagesHandler } from './infrastructure/queries/stat-quota-usages.handler.js';
import { StatQuotasHandler } from './infrastructure/queries/stat-quotas.handler.js';
import { DefaultQuota, PostgresUsageLedger } from './infrastructure/usage/postgres-usage-ledger.js';

export interface NotificationApiOptions {
  /** What holds for a protocol without a quota; empty is unlimited. */
  readonly defaultQuota: QuotaLimit;
}

const clock: Provider = { provide: Clock, useClass: SystemClock };

@Module({})
export class NotificationModule {
  static readonly migrations: ContextMigrations = {
    context: 'notification',
    migrations: [CreateQuota1795176003001, RememberReleases1795201000401],
  };

  /** What of this context TypeORM loads and stores. */
  static readonly entities: readonly EntitySchema[] = [quotaSchema];

  static forApi({ defaultQuota }: NotificationApiOptions): DynamicModule {
    return {
      module: NotificationModule,
      providers: [
        clock,
        { provide: DefaultQuota, useValue: { limit: defaultQuota } },
        { provide: UsageLedger, useClass: PostgresUsageLedger },
        { provide: QuotaRepository, useClass: TypeOrmQuotaRepository },
        CreateQuotaHandler,
        UpdateQuotaHandler,
        DeleteQuotaHandler,
        ConsumeQuotaHandler,
        ReleaseQuotaHandler,
        GetQuotaHandler,
        ListQuotasHandler,
        StatQuotasHandler,
        GetQuotaUsageHandler,
        StatQuotaUsagesHandler,
        SimulateQuotaHandler,
      ],
    };
  }

  static forWorker(retention: UsageRetentionPeriod): DynamicModule {
    return {
      module: NotificationModule,
      providers: [clock, { provide: UsageRetentionPeriod, useValue: retention }, UsageRetention],
    };
  }
}
