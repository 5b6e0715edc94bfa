/** What the database refused within the last second, so that a sender gone wild asks it no more often. */
export class Refusals {
  private readonly ends = new Map<string, { readonly error: Error; readonly until: number }>();

  constructor(
    private readonly capacity = 10_000,
    private readonly forMs = 1_000,
  ) {}

  find(key: string): Error | undefined {
    const refusal = this.ends.get(key);
    if (refusal === undefined || performance.now() < refusal.until) return refusal?.error;
    this.ends.delete(key);
    return undefined;
  }

  remember(key: string, error: Error): void {
    // All last equally long, so the first put in is the first to end.
    const oldest = this.ends.size >= this.capacity ? this.ends.keys().next().value : undefined;
    if (oldest !== undefined) this.ends.delete(oldest);
    this.ends.set(key, { error, until: performance.now() + this.forMs });
  }

  forgetAll(): void {
    this.ends.clear();
  }
}
