import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { OutgoingHttp } from '../protocols/outgoing-http.js';
import { CreateOnCallHandler } from './application/create-on-call.js';
import { DeleteOnCallHandler } from './application/delete-on-call.js';
import { CalendarAddresses } from './application/ports/calendar-addresses.js';
import { OnCallRepository } from './application/ports/on-call-repository.js';
import { UpdateOnCallHandler } from './application/update-on-call.js';
import { CalendarPool } from './infrastructure/calendar-pool.js';
import { CheckOnCalls } from './infrastructure/check-on-calls.js';
import { OnCallMetrics } from './infrastructure/on-call-metrics.js';
import { ON_CALL_READS } from './infrastructure/on-call-resource.js';
import { ReadCalendar } from './infrastructure/read-calendar.js';
import { GetOnCallAtHandler, GetOnCallShiftsHandler } from './infrastructure/read-roster.handler.js';
import { RecordCheck } from './infrastructure/record-check.js';
import { TypeOrmOnCallRepository } from './infrastructure/typeorm-on-call.repository.js';

/** Schedules of who is on call. */
@Module({})
export class OnCallModule {
  /** @param imports the module that exports the outgoing HTTP */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: OnCallModule,
      imports,
      providers: [
        { provide: OnCallRepository, useClass: TypeOrmOnCallRepository },
        { provide: CalendarAddresses, useExisting: OutgoingHttp },
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
