import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { PreviewSilenceHandler } from './application/preview-silence.js';
import {
  CreateSilenceHandler,
  DeleteSilenceHandler,
  ExpireSilenceHandler,
  UpdateSilenceHandler,
} from './infrastructure/change-silence.handler.js';
import { EndSilences } from './infrastructure/end-silences.js';
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
        CreateSilenceHandler,
        UpdateSilenceHandler,
        ExpireSilenceHandler,
        DeleteSilenceHandler,
        PreviewSilenceHandler,
        ...SILENCE_READS,
      ],
    };
  }

  /** @param imports the modules that export the outbox and the queries of alerts, and the protocols */
  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: SilencesModule,
      imports,
      providers: [EndSilences],
    };
  }
}
