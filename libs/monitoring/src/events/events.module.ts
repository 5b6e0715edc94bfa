import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { FeedHorizon } from '../feed/feed-horizon.js';
import { LiveFeed } from '../feed/live-feed.js';
import {
  FollowEventsHandler,
  GetEventHandler,
  ListEventsHandler,
  StatEventsHandler,
} from './infrastructure/event-resource.js';
import {
  GetQuarantinedHandler,
  ListQuarantineHandler,
  StatQuarantineHandler,
} from './infrastructure/read-quarantine.handler.js';
import { PostgresEventFeed } from './infrastructure/postgres-event-feed.js';

@Module({})
export class EventsModule {
  static forApi(imports: ModuleMetadata['imports'], encryption: EncryptionKeys): DynamicModule {
    return {
      module: EventsModule,
      imports,
      providers: [
        GetEventHandler,
        ListEventsHandler,
        StatEventsHandler,
        FollowEventsHandler,
        {
          provide: LiveFeed,
          inject: [QueryPool, FeedHorizon, QueryEngine],
          useFactory: (pool: QueryPool, horizon: FeedHorizon, engine: QueryEngine) =>
            new LiveFeed(new PostgresEventFeed(pool), horizon, engine, encryption),
        },
        GetQuarantinedHandler,
        ListQuarantineHandler,
        StatQuarantineHandler,
      ],
    };
  }
}
