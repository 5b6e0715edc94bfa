import { UNLIMITED, type WebhookSettings } from '../../webhooks/domain/webhook-settings.js';

export type Limits = Pick<WebhookSettings, 'max_rate' | 'max_backlog'>;

export interface IntakeRefusal {
  readonly reason: string;
  /** Seconds. */
  readonly retryAfter: number;
}

/** What this process took and refused since it last told the others. */
export interface IntakeReport {
  readonly taken: number;
  readonly refused: number;
  readonly reason: string | null;
}

export interface BucketState {
  /** Deliveries that may be taken at once; negative where too many were taken, which has to be waited for. */
  readonly tokens: number;
  readonly backlog: number;
}

/** Seconds: a sender that counts its tries has some left when there is room. */
const SHORTEST_RETRY = 5;
const LONGEST_RETRY = 60;

/**
 * What one process knows of the intake of one webhook: a bucket that holds a second's worth of the rate, and the
 * backlog as last read with what came since. Times are milliseconds of one monotonic clock.
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

  /** Whether a new bucket would let no more pass: this one has nothing to report, and its last state is no limit. */
  isAtRest({ max_rate, max_backlog }: Limits): boolean {
    const hasRoom = max_backlog === UNLIMITED || this.backlog < max_backlog;
    return !this.hasNews && hasRoom && (max_rate === UNLIMITED || this.tokens >= max_rate);
  }

  /** From here on what is taken belongs to the next report. */
  report(): IntakeReport {
    const { taken, refused, reason } = this;
    this.taken = 0;
    this.refused = 0;
    this.takenSinceUpdate = 0;
    return { taken, refused, reason };
  }

  /** The report reached nobody: its counts go into the next. */
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
