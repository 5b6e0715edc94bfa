import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { PoolMetrics } from './pool-metrics.js';
import { QueueMetrics } from './queue-metrics.js';
import { Tracing, type TracingSettings } from './tracing.js';

/** Metrics and traces for whoever has something to tell, and the metrics of the platform itself. */
@Global()
@Module({})
export class TelemetryModule {
  static forRoot(tracing: TracingSettings): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [
        Metrics,
        PoolMetrics,
        QueueMetrics,
        { provide: Tracing, useFactory: () => Tracing.start(tracing) },
      ],
      exports: [Metrics, Tracing],
    };
  }
}
