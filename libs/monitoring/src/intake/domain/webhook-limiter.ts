import { TokenBucket } from '#shared/kernel/token-bucket.js';
import { UNLIMITED, type WebhookSettings } from '../../webhooks/domain/webhook-settings.js';

export type IntakeLimits = Pick<WebhookSettings, 'max_rate' | 'max_backlog'>;

export interface IntakeRefusal {
  readonly reason: string;
  /** Seconds after which the sender may try again. */
  readonly retryAfter: number;
}

/** The deliveries that this process accepted since its last report to the database. */
export interface IntakeReport {
  readonly taken: number;
}

export interface IntakeState {
  /**
   * The number of deliveries that may be accepted now. Negative when the processes together accepted too many; the debt
   * must be repaid first.
   */
  readonly tokens: number;
  readonly backlog: number;
}

/** Seconds. Long enough that a sender with a limited number of attempts has some left when there is room. */
const MIN_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 60;

/**
 * The limits of one webhook in one process: one second of its rate, and the backlog as last read plus the deliveries accepted
 * since. Times are milliseconds of a monotonic clock.
 */
export class WebhookLimiter {
  private readonly bucket: TokenBucket;
  private backlog = 0;
  private taken = 0;
  private takenSinceUpdate = 0;

  constructor({ max_rate }: IntakeLimits, now: number) {
    this.bucket = new TokenBucket(max_rate, now);
  }

  take(limits: IntakeLimits, now: number): IntakeRefusal | undefined {
    this.bucket.refill(now, limits.max_rate, limits.max_rate);
    const refusal = this.findRefusal(limits);
    if (refusal === undefined) {
      this.bucket.take(1);
      this.taken += 1;
      this.takenSinceUpdate += 1;
    }
    return refusal;
  }

  get hasCounts(): boolean {
    return this.taken > 0;
  }

  /**
   * Returns whether the bucket can be dropped: it has nothing to report, and a new bucket would not let more deliveries
   * pass.
   */
  canDiscard({ max_rate, max_backlog }: IntakeLimits): boolean {
    const hasRoom = max_backlog === UNLIMITED || this.backlog < max_backlog;
    return !this.hasCounts && hasRoom && (max_rate === UNLIMITED || this.bucket.tokens >= max_rate);
  }

  /** Returns the counts since the previous report and starts a new one. */
  takeReport(): IntakeReport {
    const { taken } = this;
    this.taken = 0;
    this.takenSinceUpdate = 0;
    return { taken };
  }

  /** Adds the counts of a report that could not be sent to the next one. */
  restoreReport({ taken }: IntakeReport): void {
    this.taken += taken;
    this.takenSinceUpdate += taken;
  }

  update({ tokens, backlog }: IntakeState, now: number): void {
    this.bucket.reset(tokens - this.takenSinceUpdate, now);
    this.backlog = backlog;
  }

  private findRefusal({ max_rate, max_backlog }: IntakeLimits): IntakeRefusal | undefined {
    if (max_backlog !== UNLIMITED && this.backlog + this.takenSinceUpdate >= max_backlog) {
      return {
        reason: `${max_backlog} deliveries wait already (settings.max_backlog)`,
        retryAfter: MIN_RETRY_SECONDS,
      };
    }
    if (max_rate !== UNLIMITED && this.bucket.tokens < 1) {
      return {
        reason: `more than ${max_rate} deliveries a second (settings.max_rate)`,
        retryAfter: Math.min(
          MAX_RETRY_SECONDS,
          Math.max(MIN_RETRY_SECONDS, Math.ceil((1 - this.bucket.tokens) / max_rate)),
        ),
      };
    }
    return undefined;
  }
}
