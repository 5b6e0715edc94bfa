import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { BusAlertActions } from './alerts/infrastructure/bus-alert-actions.js';
import { EngineAlertQueries, PostgresAlertOutbox } from './alerts/infrastructure/postgres-alert-outbox.js';
import { PostgresAlertHistory } from './alerts/infrastructure/postgres-alert-history.js';
import { AlertActions } from './contracts/alert-actions.js';
import { AlertHistory } from './contracts/alert-history.js';
import { AlertOutbox, AlertQueries } from './contracts/alert-outbox.js';
import { QuarantineCounts } from './contracts/quarantine-counts.js';
import { PostedDeliveries } from './contracts/posted-deliveries.js';
import { PostgresPostedDeliveries } from './events/infrastructure/postgres-posted-deliveries.js';
import { PostgresQuarantineCounts } from './events/infrastructure/postgres-quarantine-counts.js';
import { ExpressionsModule } from './plugins.module.js';
import { FeedModule } from './feed/feed.module.js';
import { FeedHorizon } from './feed/feed-horizon.js';

/** What other contexts need: changes, actions, queries and history of alerts, posted deliveries, quarantine counts and expressions. */
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
      inject: [QueryEngine],
      useFactory: (engine: QueryEngine) => new PostgresAlertHistory(engine),
    },
    {
      provide: AlertActions,
      inject: [CommandBus, QueryBus],
      useFactory: (commands: CommandBus, queries: QueryBus) => new BusAlertActions(commands, queries),
    },
    {
      provide: PostedDeliveries,
      inject: [QueryPool],
      useFactory: (pool: QueryPool) => new PostgresPostedDeliveries(pool),
    },
    {
      provide: QuarantineCounts,
      inject: [QueryPool],
      useFactory: (pool: QueryPool) => new PostgresQuarantineCounts(pool),
    },
  ],
  exports: [
    AlertActions,
    AlertOutbox,
    AlertQueries,
    AlertHistory,
    PostedDeliveries,
    QuarantineCounts,
    ExpressionsModule,
  ],
})
export class AlertOutboxModule {}
