import { Injectable } from '@nestjs/common';
import { runCancellable } from '#shared/platform/persistence/cancellable.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { cachedReading } from '#shared/platform/telemetry/cached-reading.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';

/** Milliseconds. A scraper usually waits ten seconds. */
const TIMEOUT = 3_000;

/** Both values come from an index, however many heartbeats there are. */
export const HEARTBEATS_NOW = `
  select (select count(*) from heartbeat where state = 'MISSING')::int as missing,
    coalesce(greatest(extract(epoch from statement_timestamp() -
      (select min(due_at) from heartbeat where due_at is not null)), 0), 0)::float8 as overdue`;

/** Metrics of the database for all processes together. Every worker reports the same values. */
@Injectable()
export class HeartbeatMetrics {
  constructor(metrics: Metrics, pool: QueryPool) {
    const now = cachedReading(async () => {
      const query = { text: HEARTBEATS_NOW, values: [] };
      const { rows } = await runCancellable<{ missing: number; overdue: number }>(pool, query, {
        timeoutMs: TIMEOUT,
      });
      return rows;
    });
    metrics.gauge('tocsin_heartbeats_missing', 'Heartbeats whose source is silent.', async () =>
      (await now()).map(({ missing }) => ({ value: missing })),
    );
    metrics.gauge(
      'tocsin_heartbeats_overdue_seconds',
      'Time since the first heartbeat was due that is not judged yet; 0 if none is due.',
      async () => (await now()).map(({ overdue }) => ({ value: overdue })),
    );
  }
}
