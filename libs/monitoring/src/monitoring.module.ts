import { Module } from '@nestjs/common';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { CreateWebhook1795176000002 } from './infrastructure/persistence/migrations/1795176000002-create-webhook.js';
import { CreateDeliveryLog1795176000003 } from './infrastructure/persistence/migrations/1795176000003-create-delivery-log.js';
import { CreateEvent1795176000004 } from './infrastructure/persistence/migrations/1795176000004-create-event.js';
import { CreateFeedAndRollUp1795176000005 } from './infrastructure/persistence/migrations/1795176000005-create-feed-and-roll-up.js';

@Module({})
export class MonitoringModule {
  static readonly migrations: ContextMigrations = {
    context: 'monitoring',
    migrations: [
      CreateWebhook1795176000002,
      CreateDeliveryLog1795176000003,
      CreateEvent1795176000004,
      CreateFeedAndRollUp1795176000005,
    ],
  };
}
