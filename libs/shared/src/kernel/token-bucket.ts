/**
 * Tokens that refill at a rate, up to a capacity. Whoever takes them may overdraw the bucket; the debt is refilled first. Times
 * are milliseconds of a monotonic clock.
 */
export class TokenBucket {
  constructor(
    /** The tokens at the last refill, less those taken since. Negative: the debt. */
    private level: number,
    private refilledAt: number,
  ) {}

  get tokens(): number {
    return this.level;
  }

  /** @param perSecond the rate and the capacity may differ from call to call */
  refill(now: number, perSecond: number, capacity: number): void {
    this.level = Math.min(capacity, this.level + ((now - this.refilledAt) / 1_000) * perSecond);
    this.refilledAt = now;
  }

  take(amount: number): void {
    this.level -= amount;
  }

  putBack(amount: number, capacity: number): void {
    this.level = Math.min(capacity, this.level + amount);
  }

  reset(tokens: number, now: number): void {
    this.level = tokens;
    this.refilledAt = now;
  }
}
