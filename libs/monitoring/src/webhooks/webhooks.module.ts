import { Logger, Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { AuditBuffer } from '#shared/platform/audit/audit-log.js';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';
import { WakeUpQueue } from '#shared/platform/queue/wake-up-queue.js';
import { Encryption } from '#shared/platform/encryption.js';
import { QUEUES, type VerificationJob } from '../contracts/queues.js';
import {
  DeleteWebhookHandler,
  DisableWebhookHandler,
  EnableWebhookHandler,
  RotateAccessKeyHandler,
  UpdateWebhookHandler,
} from './application/change-webhook.js';
import { PluginChecks } from './application/check-plugin.js';
import { ComparePluginHandler } from './application/compare-plugin.js';
import { CreateWebhookHandler } from './application/create-webhook.js';
import { GetPluginHandler, ListPluginsHandler } from './application/read-plugins.js';
import { VerificationQueue, VerificationRepository } from './application/ports/verification-repository.js';
import { WebhookRepository } from './application/ports/webhook-repository.js';
import { PreviewPluginHandler, PreviewWebhookPluginHandler } from './application/preview-plugin.js';
import { RequestVerificationHandler, WakeVerifications } from './application/request-verification.js';
import { RunVerificationHandler } from './application/run-verification.js';
import { UpdateWebhookPluginHandler } from './application/update-webhook-plugin.js';
import { GetVerificationHandler } from './infrastructure/get-verification.handler.js';
import {
  GetWebhookHandler,
  ListWebhooksHandler,
  StatWebhooksHandler,
  WebhookRecords,
  WebhookUrls,
} from './infrastructure/webhook-resource.js';
import { TypeOrmVerificationRepository } from './infrastructure/typeorm-verification.repository.js';
import { TypeOrmWebhookRepository } from './infrastructure/typeorm-webhook.repository.js';
import { UpgradePlugins } from './infrastructure/upgrade-plugins.js';

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
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: WebhooksModule,
      imports,
      providers: [
        ...REPOSITORIES,
        {
          provide: WebhookRecords,
          inject: [Encryption, PublicUrl, AuditBuffer],
          useFactory: (keys: Encryption, publicUrl: PublicUrl, audit: AuditBuffer) =>
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
      providers: [...REPOSITORIES, PluginChecks, RunVerificationHandler, WakeVerifications, UpgradePlugins],
    };
  }
}
