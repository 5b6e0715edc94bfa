import { Global, Module, type DynamicModule, Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Predecessors } from '../config/config.js';
import { IngestPool, QueryPool } from '../persistence/pools.js';
import { QueueFactory } from '../queue/queue-factory.js';
import { DescriptorWatch } from './descriptor-watch.js';
import { Metrics, type Sample } from './metrics.js';
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

/** The injection token of the history of earlier processes. */
const PREDECESSORS = Symbol('predecessors');

@Injectable()
class RestartMetrics {
  constructor(metrics: Metrics, @Inject(PREDECESSORS) { stalls, crashes }: Predecessors) {
    metrics.counter(
      'tocsin_restarts_total',
      'Times this process was ended by a signal and started again: its event loop stood still, or anything else.',
      () => [
        { labels: { cause: 'stall' }, value: stalls },
        { labels: { cause: 'crash' }, value: crashes },
      ],
    );
  }
}

@Injectable()
class QueueMetrics {
  constructor(metrics: Metrics, queues: QueueFactory) {
    metrics.gauge(
      'tocsin_queue_jobs',
      'Jobs in a queue, by state; every process reports the same.',
      async () =>
        (await queues.countJobs()).flatMap(({ queue, counts }) =>
          Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
        ),
    );
  }
}

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** Metrics that show whether the connections of this process suffice. */
@Injectable()
class PoolMetrics {
  constructor(metrics: Metrics, ingest: IngestPool, query: QueryPool, management: DataSource) {
    const pools = () => {
      const { master } = management.driver as unknown as { readonly master?: Pool };
      return [
        ['ingest', ingest as Pool],
        ['query', query as Pool],
        // The pool does not exist before the first connection.
        ...(master === undefined ? [] : [['management', master] as const]),
      ] as const;
    };
    const samplePools = (value: (pool: Pool) => number) => (): Sample[] =>
      pools().map(([pool, state]) => ({ labels: { pool }, value: value(state) }));
    metrics.gauge('tocsin_pool_connections', 'Connections to the database, by pool and state.', () =>
      pools().flatMap(([pool, { totalCount, idleCount }]) => [
        { labels: { pool, state: 'used' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
      ]),
    );
    metrics.gauge(
      'tocsin_pool_size',
      'Maximum connections of a pool.',
      samplePools(({ options }) => options.max),
    );
    metrics.gauge(
      'tocsin_pool_waiting',
      'Requests that wait for a connection of a pool.',
      samplePools(({ waitingCount }) => waitingCount),
    );
  }
}
