import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { ContextMigrations } from '../persistence/migrate.js';
import { DurabilityWatch } from '../persistence/durability-watch.js';
import { DatabaseWriteHealth } from './database-write-health.js';
import { NEEDED_MIGRATIONS, Readiness } from './readiness.js';

@Global()
@Module({})
export class HealthModule {
  static forRoot(contexts: readonly ContextMigrations[]): DynamicModule {
    return {
      module: HealthModule,
      providers: [
        DatabaseWriteHealth,
        DurabilityWatch,
        Readiness,
        { provide: NEEDED_MIGRATIONS, useValue: contexts },
      ],
      exports: [DatabaseWriteHealth, Readiness],
    };
  }
}
