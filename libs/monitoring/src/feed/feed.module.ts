import { Module } from '@nestjs/common';
import { FeedHorizon, FeedMetrics } from './feed-horizon.js';

@Module({ providers: [FeedHorizon, FeedMetrics], exports: [FeedHorizon] })
export class FeedModule {}
