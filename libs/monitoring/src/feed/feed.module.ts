import { Module } from '@nestjs/common';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { FeedHorizon, FeedMetrics } from './feed-horizon.js';

@Module({
  providers: [
    { provide: FeedHorizon, inject: [QueryPool], useFactory: (pool: QueryPool) => new FeedHorizon(pool) },
    FeedMetrics,
  ],
  exports: [FeedHorizon],
})
export class FeedModule {}
