/** Milliseconds that a domain is remembered after the last time that it was slow. */
const REMEMBERED = 60_000;

/** Domains whose changes take long to fan out: they are read apart, so that no other waits for them. */
export class SlowDomains {
  /** Until when, by the monotonic clock; those whose turn it is at the front. */
  private readonly until = new Map<string, number>();

  get all(): readonly string[] {
    const now = performance.now();
    for (const [domain_id, until] of this.until) if (until < now) this.until.delete(domain_id);
    return [...this.until.keys()];
  }

  note(domain_id: string): void {
    this.until.set(domain_id, performance.now() + REMEMBERED);
  }

  /** Each in its turn. */
  next(): string | undefined {
    const [first] = this.all;
    const until = first === undefined ? undefined : this.until.get(first);
    if (first === undefined || until === undefined) return undefined;
    this.until.delete(first);
    this.until.set(first, until);
    return first;
  }
}
