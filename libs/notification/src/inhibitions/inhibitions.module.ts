import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import {
  CreateInhibitionHandler,
  DeleteInhibitionHandler,
  UpdateInhibitionHandler,
} from './infrastructure/change-inhibition.handler.js';
import { INHIBITION_READS } from './infrastructure/inhibition-resource.js';
import { PreviewInhibitionHandler } from './infrastructure/preview-inhibition.handler.js';
import { SeedInhibitions } from './infrastructure/seed-inhibitions.js';

/** Inhibitions: alerts that are not told of while another one is open that explains them. */
@Module({})
export class InhibitionsModule {
  /** @param imports the modules that export the queries of alerts, and previews */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: InhibitionsModule,
      imports,
      providers: [
        CreateInhibitionHandler,
        UpdateInhibitionHandler,
        DeleteInhibitionHandler,
        PreviewInhibitionHandler,
        ...INHIBITION_READS,
      ],
    };
  }

  /** @param imports the module that exports the queries of alerts */
  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return { module: InhibitionsModule, imports, providers: [SeedInhibitions] };
  }
}
