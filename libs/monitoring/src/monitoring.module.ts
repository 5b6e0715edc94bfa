import { fileURLToPath } from 'node:url';
import { Module, type DynamicModule } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import type { EncryptedColumn } from '#shared/platform/key-replacement.js';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { Tracing } from '#shared/platform/telemetry/tracing.js';
import { AlertOutboxModule } from './alert-outbox.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { EventsModule } from './events/events.module.js';
import { FeedModule } from './feed/feed.module.js';
import { HeartbeatsModule } from './heartbeats/heartbeats.module.js';
import { Traces } from './intake/application/ports/traces.js';
import type { IngestLimits } from './intake/infrastructure/delivery-log/postgres-delivery-log.js';
import type { SpoolOptions } from './intake/infrastructure/delivery-log/spool/delivery-spool.js';
import { retryRefused } from './intake/infrastructure/delivery-log/spool/retry-refused.js';
import { IntakeModule } from './intake/intake.module.js';
import { Retention } from './maintenance/infrastructure/retention.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { MIGRATIONS } from './persistence/migrations.js';
import { PLACEMENTS } from './persistence/placements.js';
import { RetentionPeriods, RetentionFloors } from './persistence/retention-floors.js';
import { PluginsModule, type PluginSettings } from './plugins.module.js';
import { ProcessingModule } from './processing/processing.module.js';
import { loadPluginPackages } from './webhooks/infrastructure/load-plugin-packages.js';
import { verificationSchema, webhookSchema } from './webhooks/infrastructure/webhook.schema.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

interface MonitoringOptions {
  readonly encryption: EncryptionKeys;
  readonly plugins: PluginSettings;
  readonly retention: RetentionPeriods;
}

export interface MonitoringApiOptions extends MonitoringOptions {
  readonly ingest: IngestLimits & SpoolOptions;
}

export interface MonitoringWorkerOptions extends MonitoringOptions {
  /** When the predecessor of this worker crashed; `null`: it did not. */
  readonly predecessorCrashedAt: Date | null;
  /** Encrypted columns of other contexts, so that a key rotation covers all of them. */
  readonly encryptedElsewhere: readonly EncryptedColumn[];
}

// Tests run this file from source. A process needs the built program, because Node does not compile parameter properties.
const SANDBOX_PROCESS = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../dist/bundle/sandbox-process.js' : './sandbox-process.js',
    import.meta.url,
  ),
);

const ENCRYPTED: readonly EncryptedColumn[] = [
  { table: 'webhook', key: 'webhook_id', column: 'access_key' },
  { table: 'webhook', key: 'webhook_id', column: 'secret_options' },
  { table: 'webhook', key: 'webhook_id', column: 'signing_secrets' },
  { table: 'idempotency_key', key: 'digest', column: 'answer' },
];

@Module({})
export class MonitoringModule {
  static readonly migrations: ContextMigrations = {
    context: 'monitoring',
    migrations: MIGRATIONS,
    placements: PLACEMENTS,
  };

  static readonly encrypted = ENCRYPTED;

  /** For tools that check plugins without starting the application. */
  static readonly loadPlugins = loadPluginPackages;

  static entities(keys: EncryptionKeys): EntitySchema[] {
    return [webhookSchema(new Encryption(keys)), verificationSchema];
  }

  /** For tools that have refused files of the spools tried again, beside running processes. */
  static readonly retryRefusedDeliveries = retryRefused;

  /** For tools that show what the retention would remove, or confirm it, without a worker. */
  static retention(directUrl: string, periods: RetentionPeriods): Retention {
    return Retention.standalone(directUrl, periods);
  }

  /** What the other contexts need. */
  static outbox(retention: RetentionPeriods): DynamicModule {
    return AlertOutboxModule.forRoot(retention);
  }

  static forApi(options: MonitoringApiOptions): DynamicModule {
    const platform = PlatformModule.forRoot(options.encryption, options.retention);
    const plugins = PluginsModule.forRoot(options.plugins);
    const intake = IntakeModule.forApi([platform, plugins], options.ingest);
    const sandbox = { path: SANDBOX_PROCESS, args: options.plugins.packages };
    const processing = ProcessingModule.forApi([platform, plugins, intake], sandbox);
    return {
      module: MonitoringModule,
      imports: [
        intake,
        processing,
        WebhooksModule.forApi([platform, plugins, intake, processing]),
        AlertsModule.forApi([platform, intake, FeedModule], options.encryption),
        EventsModule.forApi([platform, FeedModule], options.encryption),
        HeartbeatsModule.forApi([plugins, intake]),
        MaintenanceModule.forApi(),
      ],
    };
  }

  static forWorker(options: MonitoringWorkerOptions): DynamicModule {
    const platform = PlatformModule.forRoot(options.encryption, options.retention);
    const plugins = PluginsModule.forRoot(options.plugins);
    const intake = IntakeModule.forWorker([platform, plugins]);
    const processing = ProcessingModule.forWorker([platform, plugins, intake], {
      predecessorCrashedAt: options.predecessorCrashedAt,
      sandbox: { path: SANDBOX_PROCESS, args: options.plugins.packages },
    });
    return {
      module: MonitoringModule,
      imports: [
        intake,
        processing,
        WebhooksModule.forWorker([platform, plugins, intake, processing]),
        AlertsModule.forWorker([platform, intake]),
        HeartbeatsModule.forWorker([intake]),
        MaintenanceModule.forWorker([platform, processing], [...ENCRYPTED, ...options.encryptedElsewhere]),
      ],
    };
  }
}

@Module({})
class PlatformModule {
  static forRoot(encryption: EncryptionKeys, retention: RetentionPeriods): DynamicModule {
    const providers = [
      { provide: Encryption, useFactory: () => new Encryption(encryption) },
      { provide: RetentionPeriods, useValue: retention },
      { provide: Traces, inject: [Tracing], useFactory: (tracing: Tracing): Traces => tracing },
      RetentionFloors,
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
