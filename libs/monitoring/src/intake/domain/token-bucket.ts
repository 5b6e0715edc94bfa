import { UNLIMITED, type WebhookSettings } from '../../webhooks/domain/webhook-settings.js';

export type Limits = Pick<WebhookSettings, 'max_rate' | 'max_backlog'>;

export interface IntakeRefusal {
  readonly reason: string;
  /** Seconds after which the sender may try again. */
  readonly retryAfter: number;
}

/** The deliveries that this process accepted and refused since its last report to the database. */
export interface IntakeReport {
  readonly taken: number;
  readonly refused: number;
  readonly reason: string | null;
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
const SHORTEST_RETRY = 5;
const LONGEST_RETRY = 60;

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
  private refused = 0;
  private reason: string | null = null;

  constructor({ max_rate }: Limits, now: number) {
    this.tokens = max_rate;
    this.refilledAt = now;
  }

  take(limits: Limits, now: number): IntakeRefusal | undefined {
    this.refill(limits.max_rate, now);
    const refusal = this.refusalUnder(limits);
    if (refusal === undefined) {
      this.tokens -= 1;
      this.taken += 1;
      this.takenSinceUpdate += 1;
    } else this.refuse(refusal.reason);
    return refusal;
  }

  refuse(reason: string): void {
    this.refused += 1;
    this.reason = reason;
  }

  get hasNews(): boolean {
    return this.taken > 0 || this.refused > 0;
  }

  /**
   * Returns whether the bucket can be dropped: it has nothing to report, and a new bucket would not let more deliveries
   * pass.
   */
  isAtRest({ max_rate, max_backlog }: Limits): boolean {
    const hasRoom = max_backlog === UNLIMITED || this.backlog < max_backlog;
    return !this.hasNews && hasRoom && (max_rate === UNLIMITED || this.tokens >= max_rate);
  }

  /** Returns the counts since the previous report and starts a new one. */
  report(): IntakeReport {
    const { taken, refused, reason } = this;
    this.taken = 0;
    this.refused = 0;
    this.takenSinceUpdate = 0;
    return { taken, refused, reason };
  }

  /** Adds the counts of a report that could not be sent to the next one. */
  restore({ taken, refused }: IntakeReport): void {
    this.taken += taken;
    this.refused += refused;
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

  private refusalUnder({ max_rate, max_backlog }: Limits): IntakeRefusal | undefined {
    if (max_backlog !== UNLIMITED && this.backlog + this.takenSinceUpdate >= max_backlog) {
      return {
        reason: `${max_backlog} deliveries wait already (settings.max_backlog)`,
        retryAfter: SHORTEST_RETRY,
      };
    }
    if (max_rate !== UNLIMITED && this.tokens < 1) {
      return {
        reason: `more than ${max_rate} deliveries a second (settings.max_rate)`,
        retryAfter: Math.min(
          LONGEST_RETRY,
          Math.max(SHORTEST_RETRY, Math.ceil((1 - this.tokens) / max_rate)),
        ),
      };
    }
    return undefined;
  }
}
