import { UNLIMITED, type WebhookSettings } from '../../webhooks/domain/webhook-settings.js';

export type BucketLimits = Pick<WebhookSettings, 'max_rate' | 'max_backlog'>;

export interface IntakeRefusal {
  readonly reason: string;
  /** Seconds after which the sender may try again. */
  readonly retryAfter: number;
}

/** The deliveries that this process accepted since its last report to the database. */
export interface IntakeReport {
  readonly taken: number;
}

export interface BucketState {
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
 * The limits of one webhook in one process: a token bucket that holds one second of the rate, and the backlog as last
 * read plus the deliveries accepted since. Times are milliseconds of a monotonic clock.
 */
export class TokenBucket {
  private tokens: number;
  private refilledAt: number;
  private backlog = 0;
  private taken = 0;
  private takenSinceUpdate = 0;

  constructor({ max_rate }: BucketLimits, now: number) {
    this.tokens = max_rate;
    this.refilledAt = now;
  }

  take(limits: BucketLimits, now: number): IntakeRefusal | undefined {
    this.refill(limits.max_rate, now);
    const refusal = this.findRefusal(limits);
    if (refusal === undefined) {
      this.tokens -= 1;
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
  canDiscard({ max_rate, max_backlog }: BucketLimits): boolean {
    const hasRoom = max_backlog === UNLIMITED || this.backlog < max_backlog;
    return !this.hasCounts && hasRoom && (max_rate === UNLIMITED || this.tokens >= max_rate);
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

  update({ tokens, backlog }: BucketState, now: number): void {
    this.tokens = tokens - this.takenSinceUpdate;
    this.refilledAt = now;
    this.backlog = backlog;
  }

  private refill(rate: number, now: number): void {
    this.tokens = Math.min(rate, this.tokens + ((now - this.refilledAt) / 1000) * rate);
    this.refilledAt = now;
  }

  private findRefusal({ max_rate, max_backlog }: BucketLimits): IntakeRefusal | undefined {
    if (max_backlog !== UNLIMITED && this.backlog + this.takenSinceUpdate >= max_backlog) {
      return {
        reason: `${max_backlog} deliveries wait already (settings.max_backlog)`,
        retryAfter: MIN_RETRY_SECONDS,
      };
    }
    if (max_rate !== UNLIMITED && this.tokens < 1) {
      return {
        reason: `more than ${max_rate} deliveries a second (settings.max_rate)`,
        retryAfter: Math.min(
          MAX_RETRY_SECONDS,
          Math.max(MIN_RETRY_SECONDS, Math.ceil((1 - this.tokens) / max_rate)),
        ),
      };
    }
    return undefined;
  }
}
