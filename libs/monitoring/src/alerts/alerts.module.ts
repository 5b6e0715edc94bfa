import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { AlertChanges } from '../contracts/alert-changes.js';
import { FeedHorizon } from '../feed/feed-horizon.js';
import { LiveFeed } from '../feed/live-feed.js';
import { AcknowledgeAlertHandler } from './application/acknowledge-alert.js';
import { AcknowledgeAlertsHandler } from './application/acknowledge-alerts.js';
import { Acknowledgements } from './application/ports/acknowledgements.js';
import { UnacknowledgeAlertHandler } from './application/unacknowledge-alert.js';
import { CloseAlerts } from './infrastructure/close-alerts.js';
import { ExpireAcknowledgements } from './infrastructure/expire-acknowledgements.js';
import { FollowAlertsHandler } from './infrastructure/follow-alerts.handler.js';
import {
  GetAlertHandler,
  ListAlertsHandler,
  StatAlertsHandler,
} from './infrastructure/read-alerts.handler.js';
import { PostgresAcknowledgements } from './infrastructure/postgres-acknowledgements.js';
import { PostgresAlertChanges } from './infrastructure/postgres-alert-changes.js';
import { PostgresAlertFeed } from './infrastructure/postgres-alert-feed.js';

@Module({})
export class AlertsModule {
  static forApi(imports: ModuleMetadata['imports'], encryption: EncryptionKeys): DynamicModule {
    return {
      module: AlertsModule,
      imports,
      providers: [
        { provide: Acknowledgements, useClass: PostgresAcknowledgements },
        AcknowledgeAlertHandler,
        AcknowledgeAlertsHandler,
        UnacknowledgeAlertHandler,
        GetAlertHandler,
        ListAlertsHandler,
        StatAlertsHandler,
        FollowAlertsHandler,
        {
          provide: AlertChanges,
          inject: [QueryPool],
          useFactory: (pool: QueryPool) => new PostgresAlertChanges(pool),
        },
        {
          provide: LiveFeed,
          inject: [QueryPool, AlertChanges, FeedHorizon, QueryEngine],
          useFactory: (pool: QueryPool, changes: AlertChanges, horizon: FeedHorizon, engine: QueryEngine) =>
            new LiveFeed(new PostgresAlertFeed(pool, changes), horizon, engine, encryption),
        },
      ],
    };
  }

  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return { module: AlertsModule, imports, providers: [CloseAlerts, ExpireAcknowledgements] };
  }
}
