import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { AdmitDeliveryHandler, WebhookLimits, SenderAuthentication } from './application/admit-delivery.js';
import { AcceptDeliveryHandler } from './application/accept-delivery.js';
import { GetPreflightHeadersHandler } from './application/get-preflight-headers.js';
import { DeliveryLog, WakeUp } from './application/ports/delivery-log.js';
import { Quarantine } from './application/ports/quarantine.js';
import { WebhookDirectory } from './application/ports/webhook-directory.js';
import { AwaitDeliveryHandler, GetDeliveryHandler } from './infrastructure/get-delivery.handler.js';
import { ArrivalClock } from './infrastructure/delivery-log/arrival-clock.js';
import { IngestLimits, PostgresDeliveryLog } from './infrastructure/delivery-log/postgres-delivery-log.js';
import { SegmentWriter } from './infrastructure/delivery-log/segment-writer.js';
import { DeliverySpool, SpoolOptions } from './infrastructure/delivery-log/spool/delivery-spool.js';
import { SpoolMarks } from './infrastructure/delivery-log/spool/spool-marks.js';
import { AccessKeyUses } from './infrastructure/directory/webhook-rows.js';
import { CachedWebhookDirectory } from './infrastructure/directory/cached-webhook-directory.js';
import { WebhookSnapshot } from './infrastructure/directory/webhook-snapshot.js';
import { PostgresWebhookLimits } from './infrastructure/directory/postgres-webhook-limits.js';
import { CountRefusalHandler } from './infrastructure/count-refusal.handler.js';
import { GetLedgerHandler } from './infrastructure/get-ledger.handler.js';
import { IntakeCounters } from './infrastructure/intake-counters.js';
import { IntakeMetrics } from './infrastructure/intake-metrics.js';
import { PostgresQuarantine } from './infrastructure/postgres-quarantine.js';
import { QueueWakeUp } from './infrastructure/queue-wake-up.js';

const DIRECTORY = { provide: WebhookDirectory, useClass: CachedWebhookDirectory };
const WAKE_UP = { provide: WakeUp, useClass: QueueWakeUp };

@Module({})
export class IntakeModule {
  static forApi(imports: ModuleMetadata['imports'], limits: IngestLimits & SpoolOptions): DynamicModule {
    return {
      module: IntakeModule,
      imports,
      providers: [
        DIRECTORY,
        WAKE_UP,
        { provide: IngestLimits, useValue: limits },
        { provide: SpoolOptions, useValue: limits },
        { provide: DeliveryLog, useClass: PostgresDeliveryLog },
        DeliverySpool,
        SpoolMarks,
        SegmentWriter,
        ArrivalClock,
        WebhookSnapshot,
        AccessKeyUses,
        { provide: WebhookLimits, useClass: PostgresWebhookLimits },
        { provide: Quarantine, useClass: PostgresQuarantine },
        IntakeCounters,
        IntakeMetrics,
        AdmitDeliveryHandler,
        GetPreflightHeadersHandler,
        CountRefusalHandler,
        SenderAuthentication,
        AcceptDeliveryHandler,
        AwaitDeliveryHandler,
        GetDeliveryHandler,
        GetLedgerHandler,
      ],
      exports: [WebhookDirectory, WakeUp, DeliveryLog, SenderAuthentication],
    };
  }

  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: IntakeModule,
      imports,
      providers: [DIRECTORY, WAKE_UP],
      exports: [WebhookDirectory, WakeUp],
    };
  }
}
