import { Logger, Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { AuditBuffer } from '#shared/platform/audit/audit-buffer.js';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';
import { WakeUpQueue } from '#shared/platform/queue/wake-up-queue.js';
import { Encryption } from '#shared/platform/encryption.js';
import { QUEUES, type VerificationJob } from '../contracts/queues.js';
import { ComparePluginHandler } from './application/compare-plugin.js';
import { CreateWebhookHandler } from './application/create-webhook.js';
import { DeleteWebhookHandler } from './application/delete-webhook.js';
import { DisableWebhookHandler } from './application/disable-webhook.js';
import { EnableWebhookHandler } from './application/enable-webhook.js';
import { GetPluginHandler } from './application/get-plugin.js';
import { ListPluginsHandler } from './application/list-plugins.js';
import { PluginUpgrades } from './application/ports/plugin-upgrades.js';
import { VerificationQueue } from './application/ports/verification-queue.js';
import { VerificationRepository } from './application/ports/verification-repository.js';
import { WebhookRepository } from './application/ports/webhook-repository.js';
import { PreviewPluginHandler } from './application/preview-plugin.js';
import { PreviewWebhookPluginHandler } from './application/preview-webhook-plugin.js';
import { RequestVerificationHandler } from './application/request-verification.js';
import { RotateAccessKeyHandler } from './application/rotate-access-key.js';
import { RunVerificationHandler } from './application/run-verification.js';
import { UpdateWebhookPluginHandler } from './application/update-webhook-plugin.js';
import { UpdateWebhookHandler } from './application/update-webhook.js';
import { UpgradePlugins } from './application/upgrade-plugins.js';
import { WakeVerifications } from './application/wake-verifications.js';
import { GetVerificationHandler } from './infrastructure/get-verification.handler.js';
import {
  GetWebhookHandler,
  ListWebhooksHandler,
  StatWebhooksHandler,
} from './infrastructure/read-webhooks.handler.js';
import { PostgresPluginUpgrades } from './infrastructure/postgres-plugin-upgrades.js';
import { TypeOrmVerificationRepository } from './infrastructure/typeorm-verification.repository.js';
import { TypeOrmWebhookRepository } from './infrastructure/typeorm-webhook.repository.js';
import { WebhookRecords } from './infrastructure/webhook-records.js';
import { WebhookUrls } from './infrastructure/webhook-urls.js';

const REPOSITORIES: Provider[] = [
  { provide: WebhookRepository, useClass: TypeOrmWebhookRepository },
  { provide: VerificationRepository, useClass: TypeOrmVerificationRepository },
  {
    provide: VerificationQueue,
    inject: [QueueFactory],
    useFactory: (queues: QueueFactory) =>
      new WakeUpQueue(
        queues.getQueue<VerificationJob>(QUEUES.verifications),
        (verification_id) => ({ verification_id }),
        new Logger('Verification'),
      ),
  },
];

@Module({})
export class WebhooksModule {
  static forApi(imports: ModuleMetadata['imports'], publicUrl: string): DynamicModule {
    return {
      module: WebhooksModule,
      imports,
      providers: [
        ...REPOSITORIES,
        {
          provide: WebhookRecords,
          inject: [Encryption, AuditBuffer],
          useFactory: (keys: Encryption, audit: AuditBuffer) =>
            new WebhookRecords(keys, new WebhookUrls(publicUrl), audit),
        },
        CreateWebhookHandler,
        UpdateWebhookHandler,
        UpdateWebhookPluginHandler,
        EnableWebhookHandler,
        DisableWebhookHandler,
        DeleteWebhookHandler,
        RotateAccessKeyHandler,
        GetWebhookHandler,
        ListWebhooksHandler,
        StatWebhooksHandler,
        ListPluginsHandler,
        GetPluginHandler,
        PreviewPluginHandler,
        PreviewWebhookPluginHandler,
        ComparePluginHandler,
        RequestVerificationHandler,
        GetVerificationHandler,
      ],
    };
  }

  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: WebhooksModule,
      imports,
      providers: [
        ...REPOSITORIES,
        { provide: PluginUpgrades, useClass: PostgresPluginUpgrades },
        RunVerificationHandler,
        WakeVerifications,
        UpgradePlugins,
      ],
    };
  }
}
