import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { CalendarPool } from './infrastructure/calendar-pool.js';
import {
  CreateOnCallHandler,
  DeleteOnCallHandler,
  UpdateOnCallHandler,
} from './infrastructure/change-on-call.handler.js';
import { CheckOnCalls } from './infrastructure/check-on-calls.js';
import { OnCallMetrics } from './infrastructure/on-call-metrics.js';
import { ON_CALL_READS } from './infrastructure/on-call-resource.js';
import { ReadCalendar } from './infrastructure/read-calendar.js';
import { GetOnCallAtHandler, GetOnCallShiftsHandler } from './infrastructure/read-roster.handler.js';
import { RecordCheck } from './infrastructure/record-check.js';

/** Schedules of who is on call. */
@Module({})
export class OnCallModule {
  /** @param imports the module that exports the outgoing HTTP */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: OnCallModule,
      imports,
      providers: [
        CreateOnCallHandler,
        UpdateOnCallHandler,
        DeleteOnCallHandler,
        GetOnCallAtHandler,
        GetOnCallShiftsHandler,
        ...ON_CALL_READS,
      ],
    };
  }

  /** @param imports the module that exports the outgoing HTTP */
  static forWorker(imports: ModuleMetadata['imports'], encryption: EncryptionKeys): DynamicModule {
    return {
      module: OnCallModule,
      imports,
      providers: [
        { provide: Encryption, useFactory: () => new Encryption(encryption) },
        CalendarPool,
        ReadCalendar,
        RecordCheck,
        CheckOnCalls,
        OnCallMetrics,
      ],
    };
  }
}
