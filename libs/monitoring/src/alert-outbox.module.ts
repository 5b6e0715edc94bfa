import { Module, type DynamicModule } from '@nestjs/common';
import { SystemClock } from '#shared/kernel/clock.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { BusAlertActions } from './alerts/infrastructure/bus-alert-actions.js';
import { EngineAlertQueries } from './alerts/infrastructure/engine-alert-queries.js';
import { PostgresAlertOutbox } from './alerts/infrastructure/postgres-alert-outbox.js';
import { PostgresAlertEscalations } from './alerts/infrastructure/postgres-alert-escalations.js';
import { PostgresAlertHistory } from './alerts/infrastructure/postgres-alert-history.js';
import { PostgresAlertExamples } from './alerts/infrastructure/postgres-alert-examples.js';
import { AlertExamples } from './contracts/alert-examples.js';
import { AlertActions } from './contracts/alert-actions.js';
import { AlertEscalations } from './contracts/alert-escalations.js';
import { AlertHistory } from './contracts/alert-history.js';
import { AlertOutbox, AlertQueries } from './contracts/alert-outbox.js';
import { QuarantineCounts } from './contracts/quarantine-counts.js';
import { PostedDeliveries } from './contracts/posted-deliveries.js';
import { StoredEvents } from './contracts/stored-events.js';
import { PostgresPostedDeliveries } from './events/infrastructure/postgres-posted-deliveries.js';
import { PostgresStoredEvents } from './events/infrastructure/postgres-stored-events.js';
import { PostgresQuarantineCounts } from './events/infrastructure/postgres-quarantine-counts.js';
import { ExpressionsModule } from './plugins.module.js';
import { FeedModule } from './feed/feed.module.js';
import { RetentionFloors, type RetentionPeriods } from './persistence/retention-floors.js';

/**
 * What other contexts need: changes, actions, queries and history of alerts, posted deliveries, events, quarantine counts and
 * expressions.
 */
@Module({
  imports: [FeedModule, ExpressionsModule],
  providers: [
    { provide: AlertOutbox, useClass: PostgresAlertOutbox },
    {
      provide: AlertQueries,
      inject: [QueryEngine],
      useFactory: (engine: QueryEngine) => new EngineAlertQueries(engine),
    },
    { provide: AlertHistory, useClass: PostgresAlertHistory },
    { provide: AlertExamples, useClass: PostgresAlertExamples },
    { provide: AlertActions, useClass: BusAlertActions },
    { provide: AlertEscalations, useClass: PostgresAlertEscalations },
    { provide: PostedDeliveries, useClass: PostgresPostedDeliveries },
    { provide: StoredEvents, useClass: PostgresStoredEvents },
    { provide: QuarantineCounts, useClass: PostgresQuarantineCounts },
  ],
  exports: [
    AlertActions,
    AlertEscalations,
    AlertOutbox,
    AlertQueries,
    AlertHistory,
    AlertExamples,
    PostedDeliveries,
    StoredEvents,
    QuarantineCounts,
    ExpressionsModule,
  ],
})
export class AlertOutboxModule {
  static forRoot(retention: RetentionPeriods): DynamicModule {
    const floors = new RetentionFloors(retention, new SystemClock());
    return { module: AlertOutboxModule, providers: [{ provide: RetentionFloors, useValue: floors }] };
  }
}
