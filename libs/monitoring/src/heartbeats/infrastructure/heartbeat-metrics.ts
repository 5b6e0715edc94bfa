import { Injectable } from '@nestjs/common';
import { runCancellable } from '#shared/platform/persistence/run-cancellable.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { cacheRead } from '#shared/platform/telemetry/cache-read.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';

/** Milliseconds. A scraper usually waits ten seconds. */
const TIMEOUT_MS = 3_000;

/** Both values come from an index, however many heartbeats there are. */
export const COUNT_HEARTBEATS = `
  select (select count(*) from heartbeat where state = 'MISSING')::int as missing,
    coalesce(greatest(extract(epoch from statement_timestamp() -
      (select min(due_at) from heartbeat where due_at is not null)), 0), 0)::float8 as overdue`;

/** Metrics of the database for all processes together. Every worker reports the same values. */
@Injectable()
export class HeartbeatMetrics {
  constructor(metrics: Metrics, pool: QueryPool) {
    const readCounts = cacheRead(async () => {
      const query = { text: COUNT_HEARTBEATS, values: [] };
      const { rows } = await runCancellable<{ missing: number; overdue: number }>(pool, query, {
        timeoutMs: TIMEOUT_MS,
      });
      return rows;
    });
    metrics.gauge('tocsin_heartbeats_missing', 'Heartbeats whose source is silent.', async () =>
      (await readCounts()).map(({ missing }) => ({ value: missing })),
    );
    metrics.gauge(
      'tocsin_heartbeats_overdue_seconds',
      'Time since the first heartbeat was due that is not judged yet; 0 if none is due.',
      async () => (await readCounts()).map(({ overdue }) => ({ value: overdue })),
    );
  }
}
