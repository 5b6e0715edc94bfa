import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { IdentityModule } from '#identity';
import { MonitoringModule } from '#monitoring';
import { QUEUES } from '#monitoring/contracts/queues.js';
import { NotificationModule } from '#notification';
import { NOTIFICATION_QUEUES } from '#notification/contracts/queues.js';
import { ChangeFeedModule } from '#shared/platform/change-feed/change-feed.module.js';
import type { Config, WorkerRole } from '#shared/platform/config/config.js';
import { EncryptionKeyModule } from '#shared/platform/encryption-key/encryption-key.module.js';
import { HealthModule } from '#shared/platform/health/health.module.js';
import { IdempotencyModule } from '#shared/platform/idempotency/idempotency.module.js';
import { DatabaseModule } from '#shared/platform/persistence/database.module.js';
import { QueryModule } from '#shared/platform/persistence/query.module.js';
import { ClockModule } from '#shared/platform/persistence/clock.module.js';
import { PublicUrlModule } from '#shared/platform/public-url.module.js';
import { QueueModule } from '#shared/platform/queue/queue.module.js';
import { ScheduleModule } from '#shared/schedule/schedule.module.js';
import { TelemetryModule } from '#shared/platform/telemetry/telemetry.module.js';
import { HealthController } from './health/health.controller.js';
import {
  DeliveryProcessor,
  VerificationProcessor,
  ReplayProcessor,
  NotificationProcessor,
  PROCESSORS,
  QUEUE_NAMES,
  QueueRunner,
  type AnyQueueName,
  type QueueProcessor,
} from './processors.js';
import { Sweep } from './sweep.js';

const PROCESSORS_BY_ROLE: Readonly<Record<WorkerRole, readonly Type<QueueProcessor>[]>> = {
  processing: [DeliveryProcessor, VerificationProcessor, ReplayProcessor],
  notification: [NotificationProcessor],
};

const QUEUES_BY_ROLE: Readonly<Record<WorkerRole, readonly AnyQueueName[]>> = {
  processing: Object.values(QUEUES),
  notification: Object.values(NOTIFICATION_QUEUES),
};

/** The migrations that must have run before this app works: each role uses tables of all contexts. */
export const REQUIRED_MIGRATIONS = [
  IdentityModule.migrations,
  MonitoringModule.migrations,
  NotificationModule.migrations,
];

@Module({})
export class WorkerModule {
  static forRoot(config: Config): DynamicModule {
    const { app, database, http, metrics, predecessors, queue, retention, roles, security, tracing } = config;
    const encryptedColumns = [...MonitoringModule.encrypted, ...NotificationModule.encrypted];
    const processors = roles.flatMap((role) => PROCESSORS_BY_ROLE[role]);
    return {
      module: WorkerModule,
      imports: [
        CqrsModule.forRoot(),
        TelemetryModule.forRoot(tracing, predecessors),
        DatabaseModule.forRoot(database, MonitoringModule.entities(security)),
        ClockModule,
        PublicUrlModule.forRoot(http),
        ScheduleModule,
        ChangeFeedModule.forRoot(database.directUrl),
        QueueModule.forRoot(queue),
        IdempotencyModule.forWorker(),
        HealthModule.forRoot(REQUIRED_MIGRATIONS),
        EncryptionKeyModule.forRoot(security, { columns: encryptedColumns, folder: null }),
        IdentityModule.forWorker({ app, port: metrics.port }, retention),
        ...(roles.includes('processing') ? [createProcessingModule(config)] : []),
        ...(roles.includes('notification') ? createSendingModules(config) : [NotificationModule.forWorker()]),
      ],
      controllers: [HealthController],
      providers: [
        ...processors,
        { provide: PROCESSORS, inject: processors, useFactory: (...all: QueueProcessor[]) => all },
        { provide: QUEUE_NAMES, useValue: roles.flatMap((role) => QUEUES_BY_ROLE[role]) },
        QueueRunner,
        ...(roles.includes('processing') ? [Sweep] : []),
      ],
    };
  }
}

function createProcessingModule({ plugins, predecessors, retention, security }: Config): DynamicModule {
  return MonitoringModule.forWorker({
    encryption: security,
    plugins,
    retention,
    predecessorCrashedAt: predecessors.lostAt,
    encryptedElsewhere: NotificationModule.encrypted,
  });
}

function createSendingModules({
  database,
  defaultQuota,
  http,
  notifications,
  query,
  retention,
  security,
}: Config) {
  return [
    QueryModule.forRoot({
      timeoutMs: query.timeoutMs,
      connections: database.pools.query,
      secret: security.encryptionKey,
      oldSecret: security.oldEncryptionKey,
    }),
    NotificationModule.forSender({
      encryption: security,
      defaultQuota,
      retentionDays: retention.notificationDays,
      protocols: { ...notifications, publicUrl: http.publicUrl },
      alerts: MonitoringModule.outbox(retention),
    }),
  ];
}
