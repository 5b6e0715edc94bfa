import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { PlanRecords } from './infrastructure/plan-records.js';
import { PreviewPlanHandler } from './infrastructure/preview-plan.handler.js';

/** What changing several records at once would have meant in the past. */
@Module({})
export class PlansModule {
  /** @param imports the modules that export protocols, the history and queries of alerts, previews and the limits of quotas */
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: PlansModule,
      imports,
      providers: [PreviewPlanHandler, PlanRecords],
    };
  }
}
