import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { IdentityModule } from '#identity';
import { MonitoringModule } from '#monitoring';
import { NotificationModule } from '#notification';
import { ChangeFeedModule } from '#shared/platform/change-feed/change-feed.module.js';
import type { Config } from '#shared/platform/config/config.js';
import { EncryptionKeyModule } from '#shared/platform/encryption-key/encryption-key.module.js';
import { HealthModule } from '#shared/platform/health/health.module.js';
import { IdempotencyModule } from '#shared/platform/idempotency/idempotency.module.js';
import { DatabaseModule } from '#shared/platform/persistence/database.module.js';
import { RetentionClockModule } from '#shared/platform/persistence/retention-clock.module.js';
import { QueueModule } from '#shared/platform/queue/queue.module.js';
import { ScheduleModule } from '#shared/schedule/schedule.module.js';
import { TelemetryModule } from '#shared/platform/telemetry/telemetry.module.js';
import { HealthController } from './health/health.controller.js';
import { DeliveryProcessor } from './monitoring/delivery.processor.js';
import { ReplayProcessor } from './monitoring/replay.processor.js';
import { VerificationProcessor } from './monitoring/verification.processor.js';
import { PROCESSORS, QueueRunner } from './queue-runner.js';
import type { QueueProcessor } from './queue-processor.js';
import { Sweep } from './sweep.js';

const processors = [DeliveryProcessor, VerificationProcessor, ReplayProcessor];

/** Whose migrations this app needs: either touches tables of all. */
export const CONTEXTS = [
  IdentityModule.migrations,
  MonitoringModule.migrations,
  NotificationModule.migrations,
];

@Module({})
export class WorkerModule {
  static forRoot({
    app,
    database,
    metrics,
    plugins,
    predecessors,
    queue,
    retention,
    security,
    tracing,
  }: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        CqrsModule.forRoot(),
        TelemetryModule.forRoot(tracing, predecessors),
        DatabaseModule.forRoot(database, MonitoringModule.entities(security)),
        RetentionClockModule,
        ScheduleModule,
        ChangeFeedModule.forRoot(database.directUrl),
        QueueModule.forRoot(queue),
        IdempotencyModule.forWorker(),
        HealthModule.forRoot(CONTEXTS),
        EncryptionKeyModule.forRoot(security, { columns: MonitoringModule.encrypted, folder: null }),
        IdentityModule.forWorker({ app, port: metrics.port }, retention),
        NotificationModule.forWorker(),
        MonitoringModule.forWorker({
          encryption: security,
          plugins,
          retention,
          predecessorLostAt: predecessors.lostAt,
        }),
      ],
      controllers: [HealthController],
      providers: [
        ...processors,
        { provide: PROCESSORS, inject: processors, useFactory: (...all: QueueProcessor[]) => all },
        QueueRunner,
        Sweep,
      ],
    };
  }
}
