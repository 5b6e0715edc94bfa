import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { CreateInhibitionHandler } from './application/create-inhibition.js';
import { DeleteInhibitionHandler } from './application/delete-inhibition.js';
import { InhibitionRepository } from './application/ports/inhibition-repository.js';
import { PreviewInhibitionHandler } from './application/preview-inhibition.js';
import { UpdateInhibitionHandler } from './application/update-inhibition.js';
import { INHIBITION_READS } from './infrastructure/inhibition-resource.js';
import { SeedInhibitions } from './infrastructure/seed-inhibitions.js';
import { TypeOrmInhibitionRepository } from './infrastructure/typeorm-inhibition.repository.js';

/** Inhibitions: alerts that are not told of while another one is open that explains them. */
@Module({})
export class InhibitionsModule {
  /** @param imports the modules that export the queries of alerts, and previews */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: InhibitionsModule,
      imports,
      providers: [
        { provide: InhibitionRepository, useClass: TypeOrmInhibitionRepository },
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
