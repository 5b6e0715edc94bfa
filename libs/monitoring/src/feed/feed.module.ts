import { Module } from '@nestjs/common';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { FeedHorizon } from './feed-horizon.js';
import { FeedMetrics } from './feed-metrics.js';

@Module({
  providers: [
    { provide: FeedHorizon, inject: [QueryPool], useFactory: (pool: QueryPool) => new FeedHorizon(pool) },
    FeedMetrics,
  ],
  exports: [FeedHorizon],
})
export class FeedModule {}
