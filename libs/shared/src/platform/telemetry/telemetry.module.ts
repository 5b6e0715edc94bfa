import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { PoolMetrics } from './pool-metrics.js';
import { QueueMetrics } from './queue-metrics.js';

/** Metrics for whoever has something to tell, and those of the platform itself. */
@Global()
@Module({ providers: [Metrics, PoolMetrics, QueueMetrics], exports: [Metrics] })
export class TelemetryModule {}
