import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { CreateEscalationHandler } from './application/create-escalation.js';
import { DeleteEscalationHandler } from './application/delete-escalation.js';
import { EscalationRepository } from './application/ports/escalation-repository.js';
import { PreviewEscalationHandler } from './application/preview-escalation.js';
import { UpdateEscalationHandler } from './application/update-escalation.js';
import { EscalationMetrics } from './infrastructure/escalation-metrics.js';
import { ESCALATION_READS } from './infrastructure/escalation-resource.js';
import { RunEscalations } from './infrastructure/run-escalations.js';
import { ShowEscalations } from './infrastructure/show-escalations.js';
import { TypeOrmEscalationRepository } from './infrastructure/typeorm-escalation.repository.js';

/** Escalations: further people are told in steps while nobody reacts to an alert. */
@Module({})
export class EscalationsModule {
  /** @param imports the modules that export the queries of alerts, the protocols and previews */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: EscalationsModule,
      imports,
      providers: [
        { provide: EscalationRepository, useClass: TypeOrmEscalationRepository },
        CreateEscalationHandler,
        UpdateEscalationHandler,
        DeleteEscalationHandler,
        PreviewEscalationHandler,
        ...ESCALATION_READS,
      ],
    };
  }

  /** @param imports the module that exports alerts */
  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: EscalationsModule,
      imports,
      providers: [RunEscalations, ShowEscalations, EscalationMetrics],
    };
  }
}
