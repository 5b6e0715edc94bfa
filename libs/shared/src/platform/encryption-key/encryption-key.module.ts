import { Module, type DynamicModule } from '@nestjs/common';
import { Encryption, type EncryptionKeys } from '../encryption.js';
import { Readiness } from '../health/readiness.js';
import { IngestPool } from '../persistence/pools.js';
import { Metrics } from '../telemetry/metrics.js';
import { EncryptionKeyCheck, type KeyCheckOptions } from './encryption-key-check.js';

@Module({})
export class EncryptionKeyModule {
  constructor(check: EncryptionKeyCheck, readiness: Readiness, metrics: Metrics) {
    readiness.addDatabaseRequirement(() => check.obstacle);
    metrics.gauge(
      'tocsin_encryption_key_valid',
      '1 if ENCRYPTION_KEY is the key of the database; 0 also until it was compared.',
      () => [{ value: Number(check.isValid) }],
    );
  }

  static forRoot(keys: EncryptionKeys, options: KeyCheckOptions): DynamicModule {
    return {
      module: EncryptionKeyModule,
      providers: [
        {
          provide: EncryptionKeyCheck,
          inject: [IngestPool],
          useFactory: (pool: IngestPool) =>
            new EncryptionKeyCheck(pool, new Encryption(keys), options, stopAsFailed),
        },
      ],
    };
  }
}

/** Stops the process as failed. As at any other stop, what was accepted is finished first. */
function stopAsFailed(): void {
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}
