/** Milliseconds without a failed try after which the next one is of another outage. */
const OVER_AFTER = 600_000;
const PLACES = 1_000;

/** Milliseconds since 1970. */
interface Outage {
  readonly since: number;
  readonly last: number;
}

export class Outages {
  private readonly known = new Map<string, Outage>();

  /** A try failed. @returns when the first of this outage did */
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
