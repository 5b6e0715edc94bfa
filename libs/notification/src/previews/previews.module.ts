import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { HistoryReader } from './application/history-reader.js';

/** Runs previews, such as of a subscription or a silence with the changes of alerts in the past. */
@Module({})
export class PreviewsModule {
  /** @param imports the modules that export the history of alerts */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return { module: PreviewsModule, imports, providers: [HistoryReader], exports: [HistoryReader] };
  }
}
