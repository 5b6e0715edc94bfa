/** Milliseconds without a failure after which the next failure starts a new outage. */
const OVER_AFTER = 600_000;
const PLACES = 1_000;

/** Milliseconds since 1970. */
interface Outage {
  readonly since: number;
  readonly last: number;
}

export class Outages {
  private readonly known = new Map<string, Outage>();

  /** Records a failure. @returns the time of the first failure of this outage */
  failed(place: string, now: number): number {
    const known = this.known.get(place);
    const since = known !== undefined && now - known.last < OVER_AFTER ? known.since : now;
    if (known === undefined && this.known.size >= PLACES) this.known.clear();
    this.known.set(place, { since, last: now });
    return since;
  }

  ended(place: string): void {
    this.known.delete(place);
  }
}
