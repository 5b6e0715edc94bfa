/** Milliseconds that a domain stays in the list after it was last slow. */
const REMEMBERED = 60_000;

/** Domains whose changes take long to fan out. They are read separately, so that no other domain waits for them. */
export class SlowDomains {
  /** When each domain leaves the list, by the monotonic clock. The domain whose turn is next comes first. */
  private readonly until = new Map<string, number>();

  get all(): readonly string[] {
    const now = performance.now();
    for (const [domain_id, until] of this.until) if (until < now) this.until.delete(domain_id);
    return [...this.until.keys()];
  }

  note(domain_id: string): void {
    this.until.set(domain_id, performance.now() + REMEMBERED);
  }

  /** Returns the domains in turns. */
  next(): string | undefined {
    const [first] = this.all;
    const until = first === undefined ? undefined : this.until.get(first);
    if (first === undefined || until === undefined) return undefined;
    this.until.delete(first);
    this.until.set(first, until);
    return first;
  }
}
