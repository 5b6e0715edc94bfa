import { Logger, Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';
import { WakeUpQueue } from '#shared/platform/queue/wake-up-queue.js';
import { QUEUES, type ReplayJob } from '../contracts/queues.js';
import { CancelReplayHandler, RequestReplayHandler } from './application/request-replay.js';
import { OpenHeldAlerts } from './infrastructure/open-held-alerts.js';
import { ConfirmSenders } from './application/confirm-senders.js';
import { Confirmations } from './application/ports/confirmations.js';
import { PluginSandbox } from './application/ports/plugin-sandbox.js';
import { ProcessingLog } from './application/ports/processing-log.js';
import { ReplayLog } from './application/ports/replay-log.js';
import { ReplayQueue, ReplayRepository } from './application/ports/replay-repository.js';
import { SnsClient, SenderVerification } from './application/sender-verification.js';
import { StoredDeliveries } from './application/ports/stored-deliveries.js';
import { WorkerCrashes, CrashIsolation } from './application/parsing/delivery-parser.js';
import { ProcessDeliveriesHandler } from './application/process-deliveries.js';
import { ProcessingCounters } from './application/processing-counters.js';
import { ReplayDeliveryHandler } from './application/replay-delivery.js';
import { ReplayLoader } from './application/replay-stored.js';
import { RunReplayHandler, WakeReplays } from './application/run-replay.js';
import { FindBacklogHandler } from './infrastructure/find-backlog.handler.js';
import { GetReplayHandler } from './infrastructure/get-replay.handler.js';
import { HttpsSnsClient } from './infrastructure/https-sns-client.js';
import { PostgresConfirmations } from './infrastructure/postgres-confirmations.js';
import { PostgresProcessingLog } from './infrastructure/postgres-processing-log.js';
import { PostgresReplayLog } from './infrastructure/postgres-replay-log.js';
import { PostgresReplayRepository } from './infrastructure/postgres-replay.repository.js';
import { PostgresStoredDeliveries } from './infrastructure/postgres-stored-deliveries.js';
import { PostgresWorkerCrashes, PREDECESSOR_CRASHED_AT } from './infrastructure/postgres-worker-crashes.js';
import { ProcessPluginSandbox, SandboxProgram } from './infrastructure/process-plugin-sandbox.js';
import { ProcessingMetrics } from './infrastructure/processing-metrics.js';

export interface ProcessingOptions {
  readonly predecessorCrashedAt: Date | null;
  readonly sandbox: SandboxProgram;
}

/** Both apps parse stored deliveries again: the API for previews and single replays, the worker for all other replays. */
const SHARED_PROVIDERS: Provider[] = [
  { provide: StoredDeliveries, useClass: PostgresStoredDeliveries },
  { provide: ReplayLog, useClass: PostgresReplayLog },
  { provide: ReplayRepository, useClass: PostgresReplayRepository },
  {
    provide: ReplayQueue,
    inject: [QueueFactory],
    useFactory: (queues: QueueFactory) =>
      new WakeUpQueue(
        queues.getQueue<ReplayJob>(QUEUES.replays),
        (replay_id) => ({ replay_id }),
        new Logger('Replay'),
      ),
  },
  { provide: SnsClient, useFactory: () => new HttpsSnsClient() },
  { provide: Confirmations, useClass: PostgresConfirmations },
  SenderVerification,
  { provide: PluginSandbox, useClass: ProcessPluginSandbox },
];

@Module({})
export class ProcessingModule {
  static forApi(imports: ModuleMetadata['imports'], sandbox: SandboxProgram): DynamicModule {
    return {
      module: ProcessingModule,
      imports,
      providers: [
        ...SHARED_PROVIDERS,
        { provide: SandboxProgram, useValue: sandbox },
        ReplayDeliveryHandler,
        RequestReplayHandler,
        CancelReplayHandler,
        GetReplayHandler,
      ],
      exports: [StoredDeliveries, SenderVerification, PluginSandbox],
    };
  }

  static forWorker(
    imports: ModuleMetadata['imports'],
    { predecessorCrashedAt, sandbox }: ProcessingOptions,
  ): DynamicModule {
    return {
      module: ProcessingModule,
      imports,
      providers: [
        ...SHARED_PROVIDERS,
        { provide: ProcessingLog, useClass: PostgresProcessingLog },
        { provide: PREDECESSOR_CRASHED_AT, useValue: predecessorCrashedAt },
        { provide: WorkerCrashes, useClass: PostgresWorkerCrashes },
        { provide: SandboxProgram, useValue: sandbox },
        ProcessingCounters,
        ProcessingMetrics,
        CrashIsolation,
        ReplayLoader,
        ProcessDeliveriesHandler,
        ConfirmSenders,
        OpenHeldAlerts,
        RunReplayHandler,
        WakeReplays,
        FindBacklogHandler,
      ],
      exports: [StoredDeliveries, SenderVerification, ProcessingCounters, PluginSandbox],
    };
  }
}
