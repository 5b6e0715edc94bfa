import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, SystemClock } from '#shared/kernel/clock.js';
import { Encryption, type EncryptionKeys } from '#shared/platform/encryption.js';
import { Tracing } from '#shared/platform/telemetry/tracing.js';
import { Traces } from './intake/application/ports/traces.js';
import { RetentionFloors, RetentionPeriods } from './persistence/retention-floors.js';

@Module({})
export class PlatformModule {
  static forRoot(encryption: EncryptionKeys, retention: RetentionPeriods): DynamicModule {
    const providers = [
      { provide: Clock, useClass: SystemClock },
      { provide: Encryption, useFactory: () => new Encryption(encryption) },
      { provide: RetentionPeriods, useValue: retention },
      { provide: Traces, inject: [Tracing], useFactory: (tracing: Tracing): Traces => tracing },
      RetentionFloors,
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
