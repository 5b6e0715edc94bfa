import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { FeedHorizon } from '../feed/feed-horizon.js';
import { LiveFeed } from '../feed/live-feed.js';
import {
  AcknowledgeAlertHandler,
  AcknowledgeAlertsHandler,
  AlertDecisions,
  UnacknowledgeAlertHandler,
} from './infrastructure/acknowledge-alerts.handler.js';
import { FollowReceiverHandler } from './infrastructure/follow-receiver.handler.js';
import { GetAlertTimelineHandler } from './infrastructure/get-alert-timeline.handler.js';
import { AssignAlertHandler } from './infrastructure/assign-alert.handler.js';
import { CloseAlerts } from './infrastructure/close-alerts.js';
import { ExpireAcknowledgements } from './infrastructure/expire-acknowledgements.js';
import { AlertLock } from './infrastructure/locked-alert.js';
import { AddNoteHandler, DeleteNoteHandler, ListNotesHandler } from './infrastructure/notes.handler.js';
import {
  FollowAlertsHandler,
  GetAlertHandler,
  ListAlertsHandler,
  StatAlertsHandler,
} from './infrastructure/alert-resource.js';
import {
  AlertResolutions,
  ResolveAlertHandler,
  ResolveAlertsHandler,
} from './infrastructure/resolve-alerts.handler.js';
import { PostgresAlertFeed } from './infrastructure/postgres-alert-feed.js';

@Module({})
export class AlertsModule {
  static forApi(imports: ModuleMetadata['imports'], encryption: EncryptionKeys): DynamicModule {
    return {
      module: AlertsModule,
      imports,
      providers: [
        AlertDecisions,
        AcknowledgeAlertHandler,
        AcknowledgeAlertsHandler,
        UnacknowledgeAlertHandler,
        AlertLock,
        AssignAlertHandler,
        FollowReceiverHandler,
        AddNoteHandler,
        DeleteNoteHandler,
        ListNotesHandler,
        AlertResolutions,
        ResolveAlertHandler,
        ResolveAlertsHandler,
        GetAlertHandler,
        GetAlertTimelineHandler,
        ListAlertsHandler,
        StatAlertsHandler,
        FollowAlertsHandler,
        {
          provide: LiveFeed,
          inject: [QueryPool, FeedHorizon, QueryEngine],
          useFactory: (pool: QueryPool, horizon: FeedHorizon, engine: QueryEngine) =>
            new LiveFeed(new PostgresAlertFeed(pool), horizon, engine, encryption),
        },
      ],
    };
  }

  static forWorker(imports: ModuleMetadata['imports']): DynamicModule {
    return { module: AlertsModule, imports, providers: [CloseAlerts, ExpireAcknowledgements] };
  }
}
