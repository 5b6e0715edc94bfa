/** Milliseconds that a domain stays in the list after it was last slow. */
const REMEMBER_MS = 60_000;

/** Domains whose changes take long to fan out. They are read separately, so that no other domain waits for them. */
export class SlowDomains {
  /** When each domain leaves the list, by the monotonic clock. The domain whose turn is next comes first. */
  private readonly expiries = new Map<string, number>();

  get ids(): readonly string[] {
    const now = performance.now();
    for (const [domain_id, expiry] of this.expiries) if (expiry < now) this.expiries.delete(domain_id);
    return [...this.expiries.keys()];
  }

  add(domain_id: string): void {
    this.expiries.set(domain_id, performance.now() + REMEMBER_MS);
  }

  /** Returns the domains in turns. */
  next(): string | undefined {
    const [first] = this.ids;
    const expiry = first === undefined ? undefined : this.expiries.get(first);
    if (first === undefined || expiry === undefined) return undefined;
    this.expiries.delete(first);
    this.expiries.set(first, expiry);
    return first;
  }
}
