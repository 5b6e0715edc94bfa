import { Injectable } from '@nestjs/common';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { cacheRead } from '#shared/platform/telemetry/cache-read.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';

/** Each value comes from an index of what it counts. */
const COUNT_RUNS = `
  select (select count(*) from escalation_run where is_last and held is null and ended_at is null)::int as unanswered,
    coalesce(greatest(extract(epoch from clock_timestamp() - (
      select min(look_at) from escalation_run where ended_at is null)), 0), 0)::float8 as overdue`;

/** Metrics of the database for all processes together. Every worker that sends notifications reports the same values. */
@Injectable()
export class EscalationMetrics {
  constructor(metrics: Metrics, pool: QueryPool) {
    const readCounts = cacheRead(
      async () => (await pool.query<{ unanswered: number; overdue: number }>(COUNT_RUNS)).rows,
    );
    metrics.gauge(
      'tocsin_escalations_unanswered',
      'Open alerts whose escalation has told its last step, and to which nobody has reacted.',
      async () => (await readCounts()).map(({ unanswered }) => ({ value: unanswered })),
    );
    metrics.gauge(
      'tocsin_escalations_overdue_seconds',
      'Time since the first escalation was due that is not looked at yet; 0 if none is due.',
      async () => (await readCounts()).map(({ overdue }) => ({ value: overdue })),
    );
  }
}
