import { fileURLToPath } from 'node:url';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { Clock, SystemClock } from '#shared/kernel/clock.js';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { KEY_CHECK } from '#shared/platform/encryption-key/key-check-record.js';
import { KeyReplacement, type EncryptedColumn } from '#shared/platform/key-replacement.js';
import type { ContextMigrations } from '#shared/platform/persistence/migrate.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { API_HANDLERS } from './application/api-handlers.js';
import { Confirmations } from './processing/application/ports/confirmations.js';
import { DeliveryLog } from './intake/application/ports/delivery-log.js';
import { LedgerBook } from './maintenance/application/ports/ledger-book.js';
import { OpenAlerts } from './alerts/application/ports/open-alerts.js';
import { PluginTrials } from './processing/application/ports/plugin-trials.js';
import { PluginUpgrades } from './webhooks/application/ports/plugin-upgrades.js';
import { ProcessingLog } from './processing/application/ports/processing-log.js';
import { Quarantine } from './intake/application/ports/quarantine.js';
import { RefusalTally } from './intake/application/ports/refusal-tally.js';
import { ReplayLog } from './processing/application/ports/replay-log.js';
import { ReplayQueue } from './processing/application/ports/replay-queue.js';
import { ReplayRepository } from './processing/application/ports/replay-repository.js';
import { RollUp } from './maintenance/application/ports/roll-up.js';
import { SenderCalls } from './processing/application/ports/sender-calls.js';
import { StoredDeliveries } from './processing/application/ports/stored-deliveries.js';
import { VerificationQueue } from './webhooks/application/ports/verification-queue.js';
import { VerificationRepository } from './webhooks/application/ports/verification-repository.js';
import { WakeUp } from './intake/application/ports/wake-up.js';
import { WebhookDirectory } from './intake/application/ports/webhook-directory.js';
import { WebhookLimits } from './intake/application/ports/webhook-limits.js';
import { WebhookRepository } from './webhooks/application/ports/webhook-repository.js';
import { WorkerDeaths } from './processing/application/ports/worker-deaths.js';
import { SenderChecks } from './processing/application/sender-checks.js';
import { WORKER_HANDLERS } from './application/worker-handlers.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PostgresStoredDeliveries } from './processing/infrastructure/postgres-stored-deliveries.js';
import { AcknowledgedSegments, FailOverLimits } from './intake/infrastructure/delivery-log/acknowledged-segments.js';
import { ArrivalClock } from './intake/infrastructure/delivery-log/arrival-clock.js';
import { IngestLimits, PostgresDeliveryLog } from './intake/infrastructure/delivery-log/postgres-delivery-log.js';
import { FailOverWatch } from './intake/infrastructure/delivery-log/fail-over-watch.js';
import { SegmentWriter } from './intake/infrastructure/delivery-log/segment-writer.js';
import { DeliverySpool, SpoolOptions } from './intake/infrastructure/delivery-log/spool/delivery-spool.js';
import { SpoolMarks } from './intake/infrastructure/delivery-log/spool/spool-marks.js';
import { CachedWebhookDirectory } from './intake/infrastructure/directory/cached-webhook-directory.js';
import { KeptWebhooks } from './intake/infrastructure/directory/kept-webhooks.js';
import { PostgresWebhookLimits } from './intake/infrastructure/directory/postgres-webhook-limits.js';
import { LiveFeed } from './events/infrastructure/feed/live-feed.js';
import { SealedPositions } from './events/infrastructure/feed/sealed-positions.js';
import { Evaluators } from './processing/infrastructure/mapping/evaluators.js';
import { MappingLimits } from './processing/infrastructure/mapping/mapping-limits.js';
import { MIGRATIONS } from './persistence/migrations.js';
import { PartitionKeeper } from './maintenance/infrastructure/partition-keeper.js';
import { PLACEMENTS } from './persistence/placements.js';
import { PostgresPluginUpgrades } from './webhooks/infrastructure/postgres-plugin-upgrades.js';
import { PostgresReplayRepository } from './processing/infrastructure/postgres-replay.repository.js';
import {
  PostgresWorkerDeaths,
  PREDECESSOR_LOST_AT,
} from './processing/infrastructure/postgres-worker-deaths.js';
import { RetentionPeriods } from './persistence/retention-periods.js';
import { Retention } from './maintenance/infrastructure/retention.js';
import { TypeOrmVerificationRepository } from './webhooks/infrastructure/typeorm-verification.repository.js';
import { TypeOrmWebhookRepository } from './webhooks/infrastructure/typeorm-webhook.repository.js';
import { verificationSchema, webhookSchema } from './webhooks/infrastructure/webhook.schema.js';
import { loadPluginPackages } from './webhooks/infrastructure/load-plugin-packages.js';
import { ProcessPluginTrials, TrialModule } from './processing/infrastructure/process-plugin-trials.js';
import { PostgresLedgerBook } from './maintenance/infrastructure/postgres-ledger-book.js';
import { PostgresOpenAlerts } from './alerts/infrastructure/postgres-open-alerts.js';
import { PostgresProcessingLog } from './processing/infrastructure/postgres-processing-log.js';
import { PostgresReplayLog } from './processing/infrastructure/postgres-replay-log.js';
import { PostgresRollUp } from './maintenance/infrastructure/postgres-roll-up.js';
import { PostgresQuarantine } from './intake/infrastructure/postgres-quarantine.js';
import { PostgresRefusalTally } from './intake/infrastructure/postgres-refusal-tally.js';
import { FindBacklogHandler } from './processing/infrastructure/find-backlog.handler.js';
import { QUERY_HANDLERS } from './infrastructure/queries/query-handlers.js';
import { RetentionFloors } from './persistence/retention-floors.js';
import { WebhookRecords } from './webhooks/infrastructure/webhook-records.js';
import { WebhookUrls } from './webhooks/infrastructure/webhook-urls.js';
import { BullMqReplayQueue } from './processing/infrastructure/bullmq-replay-queue.js';
import { BullMqVerificationQueue } from './webhooks/infrastructure/bullmq-verification-queue.js';
import { QueueWakeUp } from './intake/infrastructure/queue-wake-up.js';
import { RemotePluginLimits, SignedRemote } from './processing/infrastructure/remote-plugin/signed-remote.js';
import { HttpsSenderCalls } from './processing/infrastructure/https-sender-calls.js';
import { PostgresConfirmations } from './processing/infrastructure/postgres-confirmations.js';
import { API_TELEMETRY, WORKER_TELEMETRY } from './infrastructure/telemetry/telemetry-providers.js';
import { withPackages } from '#senders/built-in.js';
import { pluginsElsewhere } from '#senders/elsewhere.js';
import { PluginRegistry } from '#senders/registry.js';

export interface PluginSettings {
  /** Packages, or paths to their modules, with further plugins. */
  readonly packages: readonly string[];
  readonly mapping: MappingLimits;
  readonly remote: RemotePluginLimits;
}

export interface MonitoringOptions {
  readonly encryption: EncryptionKeys;
  readonly plugins: PluginSettings;
}

export interface MonitoringApiOptions extends MonitoringOptions {
  /** Where senders reach the API, without a trailing slash. */
  readonly publicUrl: string;
  readonly retention: RetentionPeriods;
  readonly ingest: IngestLimits & SpoolOptions & FailOverLimits;
}

export interface MonitoringWorkerOptions extends MonitoringOptions {
  readonly retention: RetentionPeriods;
  /** When a worker before this one, in the same place, was lost; `null`: none was. */
  readonly predecessorLostAt: Date | null;
}

// Beside this file, source or built.
const TRIAL_PROCESS = fileURLToPath(new URL(`./trial-process${import.meta.url.slice(-3)}`, import.meta.url));

/** All that is encrypted: in this context, and the answers that are kept for retries. */
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

  /** For whoever checks plugins without starting anything. */
  static readonly loadPlugins = loadPluginPackages;

  /** What of this context TypeORM loads and stores; the keys are for the secrets in it. */
  static entities(keys: EncryptionKeys): EntitySchema[] {
    return [webhookSchema(new Encryption(keys)), verificationSchema];
  }

  /** For somebody who looks at what is due, or confirms it, without a worker. */
  static retention(directUrl: string, periods: RetentionPeriods): Retention {
    return Retention.standalone(directUrl, periods);
  }

  static forApi({ encryption, publicUrl, ingest, plugins, retention }: MonitoringApiOptions): DynamicModule {
    return {
      module: MonitoringModule,
      providers: [
        ...sharedProviders(encryption, plugins),
        {
          provide: WebhookRecords,
          inject: [Encryption],
          useFactory: (keys: Encryption) => new WebhookRecords(keys, new WebhookUrls(publicUrl)),
        },
        { provide: IngestLimits, useValue: ingest },
        { provide: RetentionPeriods, useValue: retention },
        RetentionFloors,
        { provide: SpoolOptions, useValue: ingest },
        { provide: DeliveryLog, useClass: PostgresDeliveryLog },
        DeliverySpool,
        SpoolMarks,
        SegmentWriter,
        { provide: FailOverLimits, useValue: ingest },
        AcknowledgedSegments,
        FailOverWatch,
        KeptWebhooks,
        { provide: WebhookLimits, useClass: PostgresWebhookLimits },
        { provide: Quarantine, useClass: PostgresQuarantine },
        { provide: RefusalTally, useClass: PostgresRefusalTally },
        ArrivalClock,
        ...API_TELEMETRY,
        ...API_HANDLERS,
        ...QUERY_HANDLERS,
        LiveFeed,
        { provide: SealedPositions, useFactory: () => new SealedPositions(encryption) },
      ],
    };
  }

  static forWorker({
    encryption,
    plugins,
    retention,
    predecessorLostAt,
  }: MonitoringWorkerOptions): DynamicModule {
    return {
      module: MonitoringModule,
      providers: [
        ...sharedProviders(encryption, plugins),
        { provide: ProcessingLog, useClass: PostgresProcessingLog },
        { provide: OpenAlerts, useClass: PostgresOpenAlerts },
        { provide: RetentionPeriods, useValue: retention },
        Retention,
        {
          provide: KeyReplacement,
          inject: [IngestPool, Encryption],
          useFactory: (pool: IngestPool, keys: Encryption) =>
            // The record of the key last: until then the old one is still needed.
            new KeyReplacement(pool, keys, [...ENCRYPTED, KEY_CHECK]),
        },
        { provide: RollUp, useClass: PostgresRollUp },
        { provide: LedgerBook, useClass: PostgresLedgerBook },
        ...WORKER_TELEMETRY,
        ...WORKER_HANDLERS,
        FindBacklogHandler,
        { provide: PluginUpgrades, useClass: PostgresPluginUpgrades },
        { provide: PREDECESSOR_LOST_AT, useValue: predecessorLostAt },
        { provide: WorkerDeaths, useClass: PostgresWorkerDeaths },
        { provide: TrialModule, useValue: { path: TRIAL_PROCESS, args: plugins.packages } },
        { provide: PluginTrials, useClass: ProcessPluginTrials },
      ],
    };
  }
}

function sharedProviders(
  encryption: EncryptionKeys,
  { packages, mapping, remote }: PluginSettings,
): Provider[] {
  return [
    { provide: Clock, useClass: SystemClock },
    { provide: Encryption, useFactory: () => new Encryption(encryption) },
    { provide: MappingLimits, useValue: mapping },
    { provide: RemotePluginLimits, useValue: remote },
    Evaluators,
    SignedRemote,
    {
      provide: PluginRegistry,
      inject: [Evaluators, SignedRemote],
      useFactory: async (evaluators: Evaluators, signed: SignedRemote) =>
        new PluginRegistry<AnyPlugin>([
          ...pluginsElsewhere(evaluators, signed),
          ...withPackages(await loadPluginPackages(packages)),
        ]),
    },
    { provide: WebhookRepository, useClass: TypeOrmWebhookRepository },
    { provide: StoredDeliveries, useClass: PostgresStoredDeliveries },
    { provide: ReplayLog, useClass: PostgresReplayLog },
    { provide: ReplayRepository, useClass: PostgresReplayRepository },
    { provide: ReplayQueue, useClass: BullMqReplayQueue },
    { provide: WakeUp, useClass: QueueWakeUp },
    { provide: VerificationRepository, useClass: TypeOrmVerificationRepository },
    { provide: VerificationQueue, useClass: BullMqVerificationQueue },
    { provide: WebhookDirectory, useClass: CachedWebhookDirectory },
    { provide: SenderCalls, useFactory: () => new HttpsSenderCalls() },
    { provide: Confirmations, useClass: PostgresConfirmations },
    SenderChecks,
    PartitionKeeper,
  ];
}
