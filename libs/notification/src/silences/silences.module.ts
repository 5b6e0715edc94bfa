import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { DeleteSilenceHandler, ExpireSilenceHandler } from './application/end-silence.js';
import { CreateSilenceHandler } from './application/create-silence.js';
import { PreviewSilenceHandler } from './application/preview-silence.js';
import { SilenceRepository } from './application/ports/silence-repository.js';
import { UpdateSilenceHandler } from './application/update-silence.js';
import { EndSilences } from './infrastructure/end-silences.js';
import { TypeOrmSilenceRepository } from './infrastructure/typeorm-silence.repository.js';
import { SILENCE_READS } from './infrastructure/silence-resource.js';

/** Silences: times in which no notifications are sent of the alerts that match. */
@Module({})
export class SilencesModule {
  /** @param imports the modules that export the queries of alerts and the previews */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: SilencesModule,
      imports,
      providers: [
        { provide: SilenceRepository, useClass: TypeOrmSilenceRepository },
        CreateSilenceHandler,
        UpdateSilenceHandler,
        ExpireSilenceHandler,
        DeleteSilenceHandler,
        PreviewSilenceHandler,
        ...SILENCE_READS,
      ],
    };
  }

  /** @param imports the modules that export the outbox and the queries of alerts */
  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: SilencesModule,
      imports,
      providers: [EndSilences],
    };
  }
}
