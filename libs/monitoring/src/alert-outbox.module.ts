import { Module, type DynamicModule } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SystemClock } from '#shared/kernel/clock.js';
import { IngestPool, QueryPool } from '#shared/platform/persistence/pools.js';
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
import { FeedHorizon } from './feed/feed-horizon.js';

/**
 * What other contexts need: changes, actions, queries and history of alerts, posted deliveries, events, quarantine counts and
 * expressions.
 */
@Module({
  imports: [FeedModule, ExpressionsModule],
  providers: [
    {
      provide: AlertOutbox,
      inject: [QueryPool, FeedHorizon],
      useFactory: (pool: QueryPool, horizon: FeedHorizon) => new PostgresAlertOutbox(pool, horizon),
    },
    {
      provide: AlertQueries,
      inject: [QueryEngine],
      useFactory: (engine: QueryEngine) => new EngineAlertQueries(engine),
    },
    {
      provide: AlertHistory,
      inject: [QueryEngine, RetentionFloors],
      useFactory: (engine: QueryEngine, floors: RetentionFloors) => new PostgresAlertHistory(engine, floors),
    },
    {
      provide: AlertExamples,
      inject: [QueryEngine, QueryPool, RetentionFloors],
      useFactory: (engine: QueryEngine, pool: QueryPool, floors: RetentionFloors) =>
        new PostgresAlertExamples(engine, pool, floors),
    },
    {
      provide: AlertActions,
      inject: [CommandBus, QueryBus],
      useFactory: (commands: CommandBus, queries: QueryBus) => new BusAlertActions(commands, queries),
    },
    {
      provide: AlertEscalations,
      inject: [IngestPool],
      useFactory: (pool: IngestPool) => new PostgresAlertEscalations(pool),
    },
    {
      provide: PostedDeliveries,
      inject: [QueryPool, RetentionFloors],
      useFactory: (pool: QueryPool, floors: RetentionFloors) => new PostgresPostedDeliveries(pool, floors),
    },
    {
      provide: StoredEvents,
      inject: [QueryPool, RetentionFloors],
      useFactory: (pool: QueryPool, floors: RetentionFloors) => new PostgresStoredEvents(pool, floors),
    },
    {
      provide: QuarantineCounts,
      inject: [QueryPool],
      useFactory: (pool: QueryPool) => new PostgresQuarantineCounts(pool),
    },
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
