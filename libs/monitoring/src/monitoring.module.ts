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
import { Confirmations } from './application/ports/confirmations.js';
import { DeliveryLog } from './application/ports/delivery-log.js';
import { LedgerBook } from './application/ports/ledger-book.js';
import { OpenAlerts } from './application/ports/open-alerts.js';
import { PluginTrials } from './application/ports/plugin-trials.js';
import { PluginUpgrades } from './application/ports/plugin-upgrades.js';
import { ProcessingLog } from './application/ports/processing-log.js';
import { Quarantine } from './application/ports/quarantine.js';
import { RefusalTally } from './application/ports/refusal-tally.js';
import { ReplayLog } from './application/ports/replay-log.js';
import { ReplayQueue } from './application/ports/replay-queue.js';
import { ReplayRepository } from './application/ports/replay-repository.js';
import { RollUp } from './application/ports/roll-up.js';
import { SenderCalls } from './application/ports/sender-calls.js';
import { StoredDeliveries } from './application/ports/stored-deliveries.js';
import { VerificationQueue } from './application/ports/verification-queue.js';
import { VerificationRepository } from './application/ports/verification-repository.js';
import { WakeUp } from './application/ports/wake-up.js';
import { WebhookDirectory } from './application/ports/webhook-directory.js';
import { WebhookLimits } from './application/ports/webhook-limits.js';
import { WebhookRepository } from './application/ports/webhook-repository.js';
import { WorkerDeaths } from './application/ports/worker-deaths.js';
import { SenderChecks } from './application/sender-checks.js';
import { WORKER_HANDLERS } from './application/worker-handlers.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PostgresStoredDeliveries } from './infrastructure/deliveries/postgres-stored-deliveries.js';
import { AcknowledgedSegments, FailOverLimits } from './infrastructure/delivery-log/acknowledged-segments.js';
import { ArrivalClock } from './infrastructure/delivery-log/arrival-clock.js';
import { IngestLimits, PostgresDeliveryLog } from './infrastructure/delivery-log/postgres-delivery-log.js';
import { FailOverWatch } from './infrastructure/delivery-log/fail-over-watch.js';
import { SegmentWriter } from './infrastructure/delivery-log/segment-writer.js';
import { DeliverySpool, SpoolOptions } from './infrastructure/delivery-log/spool/delivery-spool.js';
import { SpoolMarks } from './infrastructure/delivery-log/spool/spool-marks.js';
import { CachedWebhookDirectory } from './infrastructure/directory/cached-webhook-directory.js';
import { KeptWebhooks } from './infrastructure/directory/kept-webhooks.js';
import { PostgresWebhookLimits } from './infrastructure/directory/postgres-webhook-limits.js';
import { LiveFeed } from './infrastructure/feed/live-feed.js';
import { SealedPositions } from './infrastructure/feed/sealed-positions.js';
import { Evaluators } from './infrastructure/mapping/evaluators.js';
import { MappingLimits } from './infrastructure/mapping/mapping-limits.js';
import { MIGRATIONS } from './infrastructure/persistence/migrations.js';
import { PartitionKeeper } from './infrastructure/persistence/partition-keeper.js';
import { PLACEMENTS } from './infrastructure/persistence/placements.js';
import { PostgresPluginUpgrades } from './infrastructure/persistence/postgres-plugin-upgrades.js';
import { PostgresReplayRepository } from './infrastructure/persistence/postgres-replay.repository.js';
import {
  PostgresWorkerDeaths,
  PREDECESSOR_LOST_AT,
} from './infrastructure/persistence/postgres-worker-deaths.js';
import { RetentionPeriods } from './infrastructure/persistence/retention-periods.js';
import { Retention } from './infrastructure/persistence/retention.js';
import { TypeOrmVerificationRepository } from './infrastructure/persistence/typeorm-verification.repository.js';
import { TypeOrmWebhookRepository } from './infrastructure/persistence/typeorm-webhook.repository.js';
import { verificationSchema, webhookSchema } from './infrastructure/persistence/webhook.schema.js';
import { loadPluginPackages } from './infrastructure/plugin-packages/load-plugin-packages.js';
import { ProcessPluginTrials, TrialModule } from './infrastructure/processes/process-plugin-trials.js';
import { PostgresLedgerBook } from './infrastructure/processing/postgres-ledger-book.js';
import { PostgresOpenAlerts } from './infrastructure/processing/postgres-open-alerts.js';
import { PostgresProcessingLog } from './infrastructure/processing/postgres-processing-log.js';
import { PostgresReplayLog } from './infrastructure/processing/postgres-replay-log.js';
import { PostgresRollUp } from './infrastructure/processing/postgres-roll-up.js';
import { PostgresQuarantine } from './infrastructure/quarantine/postgres-quarantine.js';
import { PostgresRefusalTally } from './infrastructure/quarantine/postgres-refusal-tally.js';
import { FindBacklogHandler } from './infrastructure/queries/find-backlog.handler.js';
import { QUERY_HANDLERS } from './infrastructure/queries/query-handlers.js';
import { RetentionFloors } from './infrastructure/queries/retention-floors.js';
import { WebhookRecords } from './infrastructure/queries/webhook-records.js';
import { WebhookUrls } from './infrastructure/queries/webhook-urls.js';
import { BullMqReplayQueue } from './infrastructure/queue/bullmq-replay-queue.js';
import { BullMqVerificationQueue } from './infrastructure/queue/bullmq-verification-queue.js';
import { QueueWakeUp } from './infrastructure/queue/queue-wake-up.js';
import { RemotePluginLimits, SignedRemote } from './infrastructure/remote-plugin/signed-remote.js';
import { HttpsSenderCalls } from './infrastructure/senders/https-sender-calls.js';
import { PostgresConfirmations } from './infrastructure/senders/postgres-confirmations.js';
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
