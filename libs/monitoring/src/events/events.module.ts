import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import type { EncryptionKeys } from '#shared/platform/encryption.js';
import { FeedMetrics } from './infrastructure/feed-metrics.js';
import { FeedQueries } from './infrastructure/feed/feed-queries.js';
import { LiveFeed } from './infrastructure/feed/live-feed.js';
import { SealedPositions } from './infrastructure/feed/sealed-positions.js';
import { FollowEventsHandler } from './infrastructure/follow-events.handler.js';
import { GetEventHandler } from './infrastructure/get-event.handler.js';
import { GetQuarantinedHandler } from './infrastructure/get-quarantined.handler.js';
import { ListEventsHandler } from './infrastructure/list-events.handler.js';
import { ListQuarantineHandler } from './infrastructure/list-quarantine.handler.js';
import { StatEventsHandler } from './infrastructure/stat-events.handler.js';
import { StatQuarantineHandler } from './infrastructure/stat-quarantine.handler.js';

/** Searches and counts what was stored, follows what is new, and shows the quarantine. */
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
        LiveFeed,
        FeedQueries,
        { provide: SealedPositions, useFactory: () => new SealedPositions(encryption) },
        FeedMetrics,
        GetQuarantinedHandler,
        ListQuarantineHandler,
        StatQuarantineHandler,
      ],
    };
  }
}
