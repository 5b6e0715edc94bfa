import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { CloseAlerts } from './application/close-alerts.js';
import { OpenAlerts } from './application/ports/open-alerts.js';
import { GetAlertHandler } from './infrastructure/get-alert.handler.js';
import { ListAlertsHandler } from './infrastructure/list-alerts.handler.js';
import { PostgresOpenAlerts } from './infrastructure/postgres-open-alerts.js';
import { StatAlertsHandler } from './infrastructure/stat-alerts.handler.js';

/** What is open, since when, and what ended it. */
@Module({})
export class AlertsModule {
  static forApi(imports: ModuleMetadata['imports']): DynamicModule {
    const providers = [GetAlertHandler, ListAlertsHandler, StatAlertsHandler];
    return { module: AlertsModule, imports, providers };
  }

  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    const providers = [{ provide: OpenAlerts, useClass: PostgresOpenAlerts }, CloseAlerts];
    return { module: AlertsModule, imports, providers };
  }
}
