import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { WebhookLimits } from '../../application/ports/webhook-limits.js';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import { IntakeGauge, type IntakeReport } from '../../domain/intake-gauge.js';
import { IntakeFigures } from '../intake-figures.js';
import { UNLIMITED } from '../../../webhooks/domain/webhook-settings.js';
import { exchangeIntake } from './exchange-intake.js';

const EVERY_MS = 500;

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

  countRefusal(webhook: AdmittedWebhook, reason: string): void {
    this.gaugeOf(webhook, performance.now()).refuse(reason);
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
      const readings = await exchangeIntake(this.pool, reports);
      const now = performance.now();
      for (const { webhook, gauge } of reports) {
        const reading = readings.get(webhook.uuid);
        if (reading !== undefined) gauge.learn(reading, now);
      }
      this.forgetIdle(reports);
    } catch (error) {
      for (const { gauge, report } of reports) gauge.takeBack(report);
      this.logger.warn(`told later: ${messageOf(error)}`);
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

  /**
   * Who sends nothing costs nothing. But who is at a limit stays known, however seldom it sends: it would begin with full
   * measure each time.
   */
  private forgetIdle(
    reports: readonly { webhook: AdmittedWebhook; gauge: IntakeGauge; report: IntakeReport }[],
  ) {
    for (const { webhook, gauge, report } of reports) {
      const isIdle = report.taken === 0 && report.refused === 0;
      if (isIdle && gauge.isAtRest(webhook.settings)) this.watched.delete(webhook.uuid);
    }
    if (this.watched.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
