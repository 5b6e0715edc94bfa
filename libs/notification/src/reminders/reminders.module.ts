import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { PublicUrl } from '../protocols/sent-message.js';
import { Remind } from './infrastructure/remind.js';
import { SeedReminders } from './infrastructure/seed-reminders.js';

/** Reminders of alerts that are still open. */
@Module({})
export class RemindersModule {
  /** @param imports the module that exports the queries of alerts */
  static forWorker(
    imports: ModuleMetadata['imports'],
    { publicUrl }: { readonly publicUrl: string },
  ): DynamicModule {
    return {
      module: RemindersModule,
      imports,
      providers: [{ provide: PublicUrl, useValue: { url: publicUrl } }, Remind, SeedReminders],
    };
  }
}
