import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { ContextMigrations } from '../persistence/migrate.js';
import { NEEDED_MIGRATIONS, Readiness } from './readiness.js';

@Global()
@Module({})
export class HealthModule {
  static forRoot(contexts: readonly ContextMigrations[]): DynamicModule {
    return {
      module: HealthModule,
      providers: [Readiness, { provide: NEEDED_MIGRATIONS, useValue: contexts }],
      exports: [Readiness],
    };
  }
}
