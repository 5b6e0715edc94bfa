import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { CarefulReading } from './application/careful-reading.js';
import { ConfirmSendersHandler } from './application/confirm-senders.js';
import { Confirmations } from './application/ports/confirmations.js';
import { PluginTrials } from './application/ports/plugin-trials.js';
import { ProcessingLog } from './application/ports/processing-log.js';
import { ReplayLog } from './application/ports/replay-log.js';
import { ReplayQueue } from './application/ports/replay-queue.js';
import { ReplayRepository } from './application/ports/replay-repository.js';
import { SenderCalls } from './application/ports/sender-calls.js';
import { StoredDeliveries } from './application/ports/stored-deliveries.js';
import { WorkerDeaths } from './application/ports/worker-deaths.js';
import { ProcessDeliveriesHandler } from './application/process-deliveries.js';
import { ProcessingFigures } from './application/processing-figures.js';
import { ReplayDeliveryHandler } from './application/replay-delivery.js';
import { ReplayReader } from './application/replay-reader.js';
import { RequestReplayHandler } from './application/request-replay.js';
import { RunReplayHandler } from './application/run-replay.js';
import { SenderChecks } from './application/sender-checks.js';
import { WakeReplaysHandler } from './application/wake-replays.js';
import { BullMqReplayQueue } from './infrastructure/bullmq-replay-queue.js';
import { FindBacklogHandler } from './infrastructure/find-backlog.handler.js';
import { GetReplayHandler } from './infrastructure/get-replay.handler.js';
import { HttpsSenderCalls } from './infrastructure/https-sender-calls.js';
import { PostgresConfirmations } from './infrastructure/postgres-confirmations.js';
import { PostgresProcessingLog } from './infrastructure/postgres-processing-log.js';
import { PostgresReplayLog } from './infrastructure/postgres-replay-log.js';
import { PostgresReplayRepository } from './infrastructure/postgres-replay.repository.js';
import { PostgresStoredDeliveries } from './infrastructure/postgres-stored-deliveries.js';
import { PostgresWorkerDeaths, PREDECESSOR_LOST_AT } from './infrastructure/postgres-worker-deaths.js';
import { ProcessPluginTrials, TrialModule } from './infrastructure/process-plugin-trials.js';
import { ProcessingMetrics } from './infrastructure/processing-metrics.js';

export interface ProcessingOptions {
  /** When a worker before this one, in the same place, was lost; `null`: none was. */
  readonly predecessorLostAt: Date | null;
  /** The process that tries a delivery apart. */
  readonly trial: TrialModule;
}

/** Both apps read stored deliveries again: the API for previews and replays of one, the worker for all others. */
const READING: Provider[] = [
  { provide: StoredDeliveries, useClass: PostgresStoredDeliveries },
  { provide: ReplayLog, useClass: PostgresReplayLog },
  { provide: ReplayRepository, useClass: PostgresReplayRepository },
  { provide: ReplayQueue, useClass: BullMqReplayQueue },
  { provide: SenderCalls, useFactory: () => new HttpsSenderCalls() },
  { provide: Confirmations, useClass: PostgresConfirmations },
  SenderChecks,
];

/** Turns deliveries into events and alerts, and does it again when asked to. */
@Module({})
export class ProcessingModule {
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: ProcessingModule,
      imports,
      providers: [...READING, ReplayDeliveryHandler, RequestReplayHandler, GetReplayHandler],
      exports: [StoredDeliveries, SenderChecks],
    };
  }

  static forWorker(
    imports: ModuleMetadata['imports'],
    { predecessorLostAt, trial }: ProcessingOptions,
  ): DynamicModule {
    return {
      module: ProcessingModule,
      imports,
      providers: [
        ...READING,
        { provide: ProcessingLog, useClass: PostgresProcessingLog },
        { provide: PREDECESSOR_LOST_AT, useValue: predecessorLostAt },
        { provide: WorkerDeaths, useClass: PostgresWorkerDeaths },
        { provide: TrialModule, useValue: trial },
        { provide: PluginTrials, useClass: ProcessPluginTrials },
        ProcessingFigures,
        ProcessingMetrics,
        CarefulReading,
        ReplayReader,
        ProcessDeliveriesHandler,
        ConfirmSendersHandler,
        RunReplayHandler,
        WakeReplaysHandler,
        FindBacklogHandler,
      ],
      exports: [StoredDeliveries, SenderChecks, ProcessingFigures],
    };
  }
}
