import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Encryption } from '#shared/platform/encryption.js';
import { KEY_CHECK } from '#shared/platform/encryption-key/encryption-key-check.js';
import { KeyReplacement, type EncryptedColumn } from '#shared/platform/key-replacement.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { AnalyzeGrownTables } from './infrastructure/analyze-grown-tables.js';
import { FoldLedger, FoldRollUp } from './infrastructure/fold-deltas.js';
import { LedgerMetrics } from './infrastructure/ledger-metrics.js';
import { PartitionCreator } from './infrastructure/partition-creator.js';
import { Retention } from './infrastructure/retention.js';

@Module({})
export class MaintenanceModule {
  static forApi(): DynamicModule {
    return { module: MaintenanceModule, providers: [PartitionCreator] };
  }

  static forWorker(imports: ModuleMetadata['imports'], encrypted: readonly EncryptedColumn[]): DynamicModule {
    return {
      module: MaintenanceModule,
      imports,
      providers: [
        PartitionCreator,
        Retention,
        AnalyzeGrownTables,
        {
          provide: KeyReplacement,
          inject: [IngestPool, Encryption],
          useFactory: (pool: IngestPool, keys: Encryption) =>
            // The record of the key is replaced last: until then the old key is still needed.
            new KeyReplacement(pool, keys, [...encrypted, KEY_CHECK]),
        },
        LedgerMetrics,
        FoldRollUp,
        FoldLedger,
      ],
      exports: [KeyReplacement, Retention],
    };
  }
}
