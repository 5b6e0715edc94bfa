import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Predecessors } from '../config/config.js';
import { DescriptorWatch } from './descriptor-watch.js';
import { Metrics } from './metrics.js';
import { PoolMetrics } from './pool-metrics.js';
import { QueueMetrics } from './queue-metrics.js';
import { PREDECESSORS, RestartMetrics } from './restart-metrics.js';
import { Tracing, type TracingSettings } from './tracing.js';

/** Provides metrics and traces to all other modules, and registers the metrics of the platform itself. */
@Global()
@Module({})
export class TelemetryModule {
  static forRoot(tracing: TracingSettings, predecessors: Predecessors): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [
        DescriptorWatch,
        Metrics,
        PoolMetrics,
        QueueMetrics,
        RestartMetrics,
        { provide: PREDECESSORS, useValue: predecessors },
        { provide: Tracing, useFactory: () => Tracing.start(tracing) },
      ],
      exports: [Metrics, Tracing],
    };
  }
}
