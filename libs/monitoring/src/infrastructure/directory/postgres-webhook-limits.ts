import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { WebhookLimits } from '../../application/ports/webhook-limits.js';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import { IntakeGauge, type IntakeReport } from '../../domain/intake-gauge.js';
import { IntakeFigures } from '../telemetry/intake-figures.js';
import { UNLIMITED } from '../../domain/webhook-settings.js';

const EVERY_MS = 500;
/** A database that does not answer must not make reports pile up. */
const TIMEOUT_MS = 2_000;

interface Watched {
  webhook: AdmittedWebhook;
  readonly gauge: IntakeGauge;
}

/**
 * Each process decides from memory; twice a second it tells the database in one statement what it took and refused and
 * learns what all took together. So whatever the number of processes, no more than `max_rate` is taken in the long run:
 * what they take too much within half a second is a debt, for which all of them wait.
 */
@Injectable()
export class PostgresWebhookLimits extends WebhookLimits implements BeforeApplicationShutdown {
  private readonly logger = new Logger('WebhookLimits');
  private readonly watched = new Map<string, Watched>();
  private timer: NodeJS.Timeout | undefined;
  private busy = false;

  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(IntakeFigures) private readonly figures: IntakeFigures,
  ) {
    super();
  }

  admit(webhook: AdmittedWebhook): void {
    const { max_rate, max_backlog } = webhook.settings;
    if (max_rate === UNLIMITED && max_backlog === UNLIMITED) return;
    const now = performance.now();
    const refusal = this.gaugeOf(webhook, now).take(webhook.settings, now);
    if (refusal !== undefined) {
      this.figures.limited += 1;
      throw DomainError.unavailable(`The webhook is at its limit: ${refusal.reason}`, refusal.retryAfter);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.exchange();
  }

  /** Tells what was counted, and learns what all processes are at. */
  async exchange(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const reports = [...this.watched.values()].map((each) => ({ ...each, report: each.gauge.report() }));
    try {
      const readings = await this.report(reports);
      const now = performance.now();
      for (const { webhook, gauge } of reports) {
        const { tokens, backlog } = readings.get(webhook.uuid) ?? { tokens: null, backlog: null };
        gauge.learn({ tokens: tokens ?? webhook.settings.max_rate, backlog: Number(backlog) }, now);
      }
      this.forgetIdle(reports);
    } catch (error) {
      for (const { gauge, report } of reports) gauge.takeBack(report);
      this.logger.warn(`told later: ${error instanceof Error ? error.message : 'unknown error'}`);
    } finally {
      this.busy = false;
    }
  }

  private gaugeOf(webhook: AdmittedWebhook, now: number): IntakeGauge {
    const known = this.watched.get(webhook.uuid);
    if (known !== undefined) {
      known.webhook = webhook;
      return known.gauge;
    }
    const gauge = new IntakeGauge(webhook.settings, now);
    this.watched.set(webhook.uuid, { webhook, gauge });
    this.timer ??= setInterval(() => void this.exchange(), EVERY_MS).unref();
    return gauge;
  }

  /** Who sends nothing costs nothing. What it took too much is remembered by the database. */
  private forgetIdle(
    reports: readonly { webhook: AdmittedWebhook; gauge: IntakeGauge; report: IntakeReport }[],
  ) {
    for (const { webhook, gauge, report } of reports) {
      if (report.taken === 0 && report.refused === 0 && !gauge.hasNews) this.watched.delete(webhook.uuid);
    }
    if (this.watched.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async report(reports: readonly { webhook: AdmittedWebhook; report: IntakeReport }[]) {
    if (reports.length === 0) return new Map<string, Reading>();
    const limit = (value: number) => (value === UNLIMITED ? null : value);
    const { rows } = await this.pool.query<Reading & { webhook_id: string }>({
      name: 'exchange intake',
      query_timeout: TIMEOUT_MS,
      // Sorted, so that two processes never wait for each other. More rows than `max_backlog` need not be counted.
      text: `
        with given as (
          select * from unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[])
            as given (webhook_id, domain_id, max_rate, max_backlog, taken, refused, reason)
        ), counted as (
          insert into webhook_intake as stored
            (webhook_id, domain_id, max_rate, tokens, counted_at, refused_count, refused_at, refused_reason)
          select webhook_id, domain_id, coalesce(max_rate, 0), coalesce(max_rate, 0) - taken, clock_timestamp(),
            refused, case when refused > 0 then clock_timestamp() end, reason
          from given where max_rate is not null or refused > 0
          order by webhook_id
          on conflict (webhook_id) do update set
            max_rate = excluded.max_rate,
            tokens = least(excluded.max_rate, stored.tokens + excluded.max_rate
                * greatest(extract(epoch from excluded.counted_at - stored.counted_at), 0))
              - (excluded.max_rate - excluded.tokens),
            counted_at = greatest(excluded.counted_at, stored.counted_at),
            refused_count = stored.refused_count + excluded.refused_count,
            refused_at = coalesce(excluded.refused_at, stored.refused_at),
            refused_reason = coalesce(excluded.refused_reason, stored.refused_reason)
          returning webhook_id, tokens
        )
        select webhook_id, tokens,
          case when max_backlog is not null then (
            select coalesce(sum(delivery_count), 0) from (
              select delivery_count from delivery_segment segment
              where segment.webhook_id = given.webhook_id and processed_at is null
              order by seq limit max_backlog
            ) as oldest
          ) end as backlog
        from given left join counted using (webhook_id)`,
      values: [
        reports.map(({ webhook }) => webhook.uuid),
        reports.map(({ webhook }) => webhook.domain_id),
        reports.map(({ webhook }) => limit(webhook.settings.max_rate)),
        reports.map(({ webhook }) => limit(webhook.settings.max_backlog)),
        reports.map(({ report }) => report.taken),
        reports.map(({ report }) => report.refused),
        reports.map(({ report }) => (report.refused > 0 ? report.reason : null)),
      ],
    });
    return new Map(rows.map((row) => [row.webhook_id, row]));
  }
}

/** `null` where there is no such limit. */
interface Reading {
  readonly tokens: number | null;
  readonly backlog: string | null;
}
