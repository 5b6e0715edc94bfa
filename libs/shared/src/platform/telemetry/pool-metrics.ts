import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IngestPool, QueryPool } from '../persistence/pools.js';
import { Metrics, type Sample } from './metrics.js';

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** Metrics that show whether the connections of this process suffice. */
@Injectable()
export class PoolMetrics {
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
