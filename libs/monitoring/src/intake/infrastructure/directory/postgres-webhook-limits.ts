import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { KnownWebhookError } from '../../application/known-webhook-error.js';
import { WebhookLimits } from '../../application/ports/webhook-limits.js';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import { WebhookLimiter, type IntakeReport } from '../../domain/webhook-limiter.js';
import { IntakeCounters } from '../intake-counters.js';
import { UNLIMITED } from '../../../webhooks/domain/webhook-settings.js';
import { exchangeIntake } from './exchange-intake.js';

const EXCHANGE_INTERVAL_MS = 500;

interface TrackedWebhook {
  webhook: AdmittedWebhook;
  readonly bucket: WebhookLimiter;
}

/**
 * Enforces the limits across processes. Each process decides from memory. Twice a second it reports its counts to the
 * database in one statement and reads those of all processes. So in the long run no more than `max_rate` is accepted,
 * whatever the number of processes: what they accept in excess within half a second is a debt, for which all of them
 * wait.
 */
@Injectable()
export class PostgresWebhookLimits extends WebhookLimits implements BeforeApplicationShutdown {
  private readonly logger = new Logger('WebhookLimits');
  private readonly tracked = new Map<string, TrackedWebhook>();
  private timer: NodeJS.Timeout | undefined;
  private isExchanging = false;

  constructor(
    private readonly pool: IngestPool,
    private readonly counters: IntakeCounters,
  ) {
    super();
  }

  admit(webhook: AdmittedWebhook): void {
    const { max_rate, max_backlog } = webhook.settings;
    if (max_rate === UNLIMITED && max_backlog === UNLIMITED) return;
    const now = performance.now();
    const refusal = this.bucketOf(webhook, now).take(webhook.settings, now);
    if (refusal !== undefined) {
      this.counters.limited += 1;
      const error = DomainError.unavailable(
        `The webhook is at its limit: ${refusal.reason}`,
        refusal.retryAfter,
      );
      throw new KnownWebhookError(error, webhook, refusal.reason);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.exchange();
  }

  async exchange(): Promise<void> {
    if (this.isExchanging) return;
    this.isExchanging = true;
    const reports = [...this.tracked.values()].map((each) => ({ ...each, report: each.bucket.takeReport() }));
    try {
      const bucketStates = await exchangeIntake(this.pool, reports);
      const now = performance.now();
      for (const { webhook, bucket } of reports) {
        const bucketState = bucketStates.get(webhook.uuid);
        if (bucketState !== undefined) bucket.update(bucketState, now);
      }
      this.evictIdle(reports);
    } catch (error) {
      for (const { bucket, report } of reports) bucket.restoreReport(report);
      this.logger.warn(`the use of the rate limits is reported later: ${getLogMessage(error)}`);
    } finally {
      this.isExchanging = false;
    }
  }

  private bucketOf(webhook: AdmittedWebhook, now: number): WebhookLimiter {
    const known = this.tracked.get(webhook.uuid);
    if (known !== undefined) {
      known.webhook = webhook;
      return known.bucket;
    }
    const bucket = new WebhookLimiter(webhook.settings, now);
    this.tracked.set(webhook.uuid, { webhook, bucket });
    this.timer ??= setInterval(() => void this.exchange(), EXCHANGE_INTERVAL_MS).unref();
    return bucket;
  }

  /**
   * Forgets the buckets of webhooks that send nothing. A webhook at its limit stays known, however seldom it sends: a
   * new bucket would be full each time.
   */
  private evictIdle(
    reports: readonly { webhook: AdmittedWebhook; bucket: WebhookLimiter; report: IntakeReport }[],
  ) {
    for (const { webhook, bucket, report } of reports) {
      if (report.taken === 0 && bucket.canDiscard(webhook.settings)) this.tracked.delete(webhook.uuid);
    }
    if (this.tracked.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
