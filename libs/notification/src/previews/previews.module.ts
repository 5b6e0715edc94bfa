import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { HistoryReader } from './application/read-history.js';

/** What would have been told of what happened. */
@Module({})
export class PreviewsModule {
  /** @param imports what offers the history of alerts */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return { module: PreviewsModule, imports, providers: [HistoryReader], exports: [HistoryReader] };
  }
}
