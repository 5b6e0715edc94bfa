import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { Remind } from './infrastructure/remind.js';
import { SeedReminders } from './infrastructure/seed-reminders.js';

/** Reminders of alerts that are still open. */
@Module({})
export class RemindersModule {
  /** @param imports the module that exports the queries of alerts */
  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: RemindersModule,
      imports,
      providers: [Remind, SeedReminders],
    };
  }
}
