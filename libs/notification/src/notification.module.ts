import { Module, type DynamicModule } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { CreateQuota1795176003001 } from './persistence/migrations/1795176003001-create-quota.js';
import { RememberReleases1795201000401 } from './persistence/migrations/1795201000401-remember-releases.js';
import type { QuotaLimit } from './quotas/domain/quota-limit.js';
import { quotaSchema } from './quotas/infrastructure/quota.schema.js';
import { QuotasModule } from './quotas/quotas.module.js';

export interface NotificationApiOptions {
  /** What holds for a protocol without a quota; empty is unlimited. */
  readonly defaultQuota: QuotaLimit;
}

@Module({})
export class NotificationModule {
  static readonly migrations: ContextMigrations = {
    context: 'notification',
    migrations: [CreateQuota1795176003001, RememberReleases1795201000401],
  };

  /** What of this context TypeORM loads and stores. */
  static readonly entities: readonly EntitySchema[] = [quotaSchema];

  static forApi({ defaultQuota }: NotificationApiOptions): DynamicModule {
    return { module: NotificationModule, imports: [QuotasModule.forApi(defaultQuota)] };
  }

  static forWorker(): DynamicModule {
    return { module: NotificationModule, imports: [QuotasModule.forWorker()] };
  }
}
