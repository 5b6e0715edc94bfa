import { Module } from '@nestjs/common';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { EngineAlertQueries, PostgresAlertOutbox } from './alerts/infrastructure/postgres-alert-outbox.js';
import { PostgresAlertChanges } from './alerts/infrastructure/postgres-alert-changes.js';
import { AlertOutbox, AlertQueries } from './contracts/alert-outbox.js';
import { FeedModule } from './feed.module.js';
import { FeedHorizon } from './persistence/feed/feed-horizon.js';

/** The changes of alerts and queries of them, for another context. */
@Module({
  imports: [FeedModule],
  providers: [
    {
      provide: AlertOutbox,
      inject: [QueryPool, FeedHorizon],
      useFactory: (pool: QueryPool, horizon: FeedHorizon) =>
        new PostgresAlertOutbox(pool, new PostgresAlertChanges(pool), horizon),
    },
    {
      provide: AlertQueries,
      inject: [QueryEngine],
      useFactory: (engine: QueryEngine) => new EngineAlertQueries(engine),
    },
  ],
  exports: [AlertOutbox, AlertQueries],
})
export class AlertOutboxModule {}
