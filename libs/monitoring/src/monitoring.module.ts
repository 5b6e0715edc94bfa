import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { Clock, SystemClock } from '#shared/kernel/clock.js';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { CreateWebhookHandler } from './application/commands/create-webhook.js';
import { DeleteWebhookHandler } from './application/commands/delete-webhook.js';
import { DisableWebhookHandler } from './application/commands/disable-webhook.js';
import { EnableWebhookHandler } from './application/commands/enable-webhook.js';
import { RequestVerificationHandler } from './application/commands/request-verification.js';
import { RotateAccessKeyHandler } from './application/commands/rotate-access-key.js';
import { RunVerificationHandler } from './application/commands/run-verification.js';
import { UpdateWebhookPluginHandler } from './application/commands/update-webhook-plugin.js';
import { UpdateWebhookHandler } from './application/commands/update-webhook.js';
import { WakeVerificationsHandler } from './application/commands/wake-verifications.js';
import { VerificationQueue } from './application/ports/verification-queue.js';
import { VerificationRepository } from './application/ports/verification-repository.js';
import { WebhookDirectory } from './application/ports/webhook-directory.js';
import { WebhookRepository } from './application/ports/webhook-repository.js';
import { GetPluginHandler } from './application/queries/get-plugin.js';
import { ListPluginsHandler } from './application/queries/list-plugins.js';
import { PreviewPluginHandler } from './application/queries/preview-plugin.js';
import { CachedWebhookDirectory } from './infrastructure/directory/cached-webhook-directory.js';
import { CreateWebhook1795176000002 } from './infrastructure/persistence/migrations/1795176000002-create-webhook.js';
import { CreateDeliveryLog1795176000003 } from './infrastructure/persistence/migrations/1795176000003-create-delivery-log.js';
import { CreateEvent1795176000004 } from './infrastructure/persistence/migrations/1795176000004-create-event.js';
import { CreateFeedAndRollUp1795176000005 } from './infrastructure/persistence/migrations/1795176000005-create-feed-and-roll-up.js';
import { TypeOrmVerificationRepository } from './infrastructure/persistence/typeorm-verification.repository.js';
import { TypeOrmWebhookRepository } from './infrastructure/persistence/typeorm-webhook.repository.js';
import { verificationSchema, webhookSchema } from './infrastructure/persistence/webhook.schema.js';
import { GetVerificationHandler } from './infrastructure/queries/get-verification.handler.js';
import { GetWebhookHandler } from './infrastructure/queries/get-webhook.handler.js';
import { ListWebhooksHandler } from './infrastructure/queries/list-webhooks.handler.js';
import { StatWebhooksHandler } from './infrastructure/queries/stat-webhooks.handler.js';
import { WebhookRecords } from './infrastructure/queries/webhook-records.js';
import { WebhookUrls } from './infrastructure/queries/webhook-urls.js';
import { BullMqVerificationQueue } from './infrastructure/queue/bullmq-verification-queue.js';
import { BUILT_IN_PLUGINS } from './plugins/built-in.js';
import { PluginRegistry } from './plugins/plugin-registry.js';

export interface MonitoringOptions {
  readonly encryption: EncryptionKeys;
}

export interface MonitoringApiOptions extends MonitoringOptions {
  /** Where senders reach the API, without a trailing slash. */
  readonly publicUrl: string;
}

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

  /** What of this context TypeORM loads and stores; the keys are for the secrets in it. */
  static entities(keys: EncryptionKeys): EntitySchema[] {
    return [webhookSchema(new Encryption(keys)), verificationSchema];
  }

  static forApi({ encryption, publicUrl }: MonitoringApiOptions): DynamicModule {
    return {
      module: MonitoringModule,
      providers: [
        ...sharedProviders(encryption),
        { provide: WebhookRepository, useClass: TypeOrmWebhookRepository },
        {
          provide: WebhookRecords,
          inject: [Encryption],
          useFactory: (keys: Encryption) => new WebhookRecords(keys, new WebhookUrls(publicUrl)),
        },
        CreateWebhookHandler,
        UpdateWebhookHandler,
        UpdateWebhookPluginHandler,
        EnableWebhookHandler,
        DisableWebhookHandler,
        DeleteWebhookHandler,
        RotateAccessKeyHandler,
        RequestVerificationHandler,
        GetWebhookHandler,
        ListWebhooksHandler,
        StatWebhooksHandler,
        GetVerificationHandler,
        ListPluginsHandler,
        GetPluginHandler,
        PreviewPluginHandler,
      ],
    };
  }

  static forWorker({ encryption }: MonitoringOptions): DynamicModule {
    return {
      module: MonitoringModule,
      providers: [...sharedProviders(encryption), RunVerificationHandler, WakeVerificationsHandler],
    };
  }
}

function sharedProviders(encryption: EncryptionKeys): Provider[] {
  return [
    { provide: Clock, useClass: SystemClock },
    { provide: Encryption, useFactory: () => new Encryption(encryption) },
    { provide: PluginRegistry, useFactory: () => new PluginRegistry(BUILT_IN_PLUGINS) },
    { provide: VerificationRepository, useClass: TypeOrmVerificationRepository },
    { provide: VerificationQueue, useClass: BullMqVerificationQueue },
    { provide: WebhookDirectory, useClass: CachedWebhookDirectory },
  ];
}
