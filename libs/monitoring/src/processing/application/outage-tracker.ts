/** Milliseconds without a failure after which the next failure starts a new outage. */
const OUTAGE_GAP_MS = 600_000;
const MAX_OUTAGES = 1_000;

/** Milliseconds since 1970. */
interface Outage {
  readonly since: number;
  readonly lastFailureAt: number;
}

export class OutageTracker {
  private readonly outages = new Map<string, Outage>();

  /** Records a failure. @returns the time of the first failure of this outage */
  recordFailure(key: string, now: number): number {
    const outage = this.outages.get(key);
    const since = outage !== undefined && now - outage.lastFailureAt < OUTAGE_GAP_MS ? outage.since : now;
    if (outage === undefined && this.outages.size >= MAX_OUTAGES) this.outages.clear();
    this.outages.set(key, { since, lastFailureAt: now });
    return since;
  }

  recordRecovery(key: string): void {
    this.outages.delete(key);
  }
}
