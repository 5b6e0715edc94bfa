import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import {
  CreateEscalationHandler,
  DeleteEscalationHandler,
  UpdateEscalationHandler,
} from './infrastructure/change-escalation.handler.js';
import { EscalationMetrics } from './infrastructure/escalation-metrics.js';
import { ESCALATION_READS } from './infrastructure/escalation-resource.js';
import { PreviewEscalationHandler } from './infrastructure/preview-escalation.handler.js';
import { RunEscalations } from './infrastructure/run-escalations.js';
import { ShowEscalations } from './infrastructure/show-escalations.js';
import { WithdrawAcknowledgements } from './infrastructure/withdraw-acknowledgements.js';

/** Escalations: further people are told in steps while nobody reacts to an alert. */
@Module({})
export class EscalationsModule {
  /** @param imports the modules that export the queries of alerts, the protocols and previews */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: EscalationsModule,
      imports,
      providers: [
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
      providers: [RunEscalations, WithdrawAcknowledgements, ShowEscalations, EscalationMetrics],
    };
  }
}
