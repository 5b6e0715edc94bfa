import { Injectable } from '@nestjs/common';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { cacheRead } from '#shared/platform/telemetry/cache-read.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';

/** Both values come from an index, however many schedules there are. */
const COUNT_SCHEDULES = `
  select (select count(*) from on_call_health where failing_since is not null)::int as failing,
    coalesce(greatest(extract(epoch from clock_timestamp() - (select min(due_at) from on_call_health)), 0), 0)::float8
      as overdue`;

/** Metrics of the database for all processes together. Every worker that sends notifications reports the same values. */
@Injectable()
export class OnCallMetrics {
  constructor(metrics: Metrics, pool: QueryPool) {
    const readCounts = cacheRead(
      async () => (await pool.query<{ failing: number; overdue: number }>(COUNT_SCHEDULES)).rows,
    );
    metrics.gauge('tocsin_on_call_calendars_failing', 'Calendars that cannot be read.', async () =>
      (await readCounts()).map(({ failing }) => ({ value: failing })),
    );
    metrics.gauge(
      'tocsin_on_call_overdue_seconds',
      'Time since the first schedule was due that is not checked yet; 0 if none is due.',
      async () => (await readCounts()).map(({ overdue }) => ({ value: overdue })),
    );
  }
}
