import { Module, type DynamicModule } from '@nestjs/common';
import { DatabaseQuotaClock, QuotaClock } from './tables/quota-usage.js';
import { CreateQuotaHandler, DeleteQuotaHandler, UpdateQuotaHandler } from './application/change-quota.js';
import { ConsumeQuotaHandler } from './application/consume-quota.js';
import { ReleaseQuotaHandler } from './application/release-quota.js';
import { DefaultQuota } from './domain/quota-limit.js';
import { QuotaLimits } from './application/ports/quota-limits.js';
import { QuotaRepository } from './application/ports/quota-repository.js';
import { UsageLedger } from './application/ports/usage-ledger.js';
import { TypeOrmQuotaRepository } from './infrastructure/typeorm-quota.repository.js';
import { UsageRetention } from './infrastructure/usage-retention.js';
import { GetQuotaUsageHandler } from './infrastructure/get-quota-usage.handler.js';
import { PostgresQuotaLimits } from './infrastructure/postgres-quota-limits.js';
import { SimulateQuotaHandler } from './infrastructure/simulate-quota.handler.js';
import { PostgresUsageLedger } from './infrastructure/usage/postgres-usage-ledger.js';
import { QUOTA_READS, StatQuotaUsagesHandler } from './infrastructure/quota-resource.js';

/** The limits of how much a domain may send through each protocol, and how much it has sent. */
@Module({})
export class QuotasModule {
  static forApi(defaultQuota: DefaultQuota): DynamicModule {
    return {
      module: QuotasModule,
      providers: [
        { provide: QuotaClock, useClass: DatabaseQuotaClock },
        { provide: DefaultQuota, useValue: defaultQuota },
        { provide: UsageLedger, useClass: PostgresUsageLedger },
        { provide: QuotaLimits, useClass: PostgresQuotaLimits },
        { provide: QuotaRepository, useClass: TypeOrmQuotaRepository },
        CreateQuotaHandler,
        UpdateQuotaHandler,
        DeleteQuotaHandler,
        ConsumeQuotaHandler,
        ReleaseQuotaHandler,
        ...QUOTA_READS,
        GetQuotaUsageHandler,
        StatQuotaUsagesHandler,
        SimulateQuotaHandler,
      ],
      exports: [UsageLedger, QuotaLimits, DefaultQuota],
    };
  }

  static forWorker(): DynamicModule {
    return { module: QuotasModule, providers: [UsageRetention] };
  }
}
