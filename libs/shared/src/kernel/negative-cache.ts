/**
 * Remembers what was not found within the last second, with the answer that the caller got. A caller that repeats a request
 * in a loop costs the database one lookup a second.
 */
export class NegativeCache<Answer> {
  private readonly entries = new Map<string, { readonly answer: Answer; readonly expiresAt: number }>();

  constructor(
    private readonly capacity = 10_000,
    private readonly ttlMs = 1_000,
  ) {}

  find(key: string): Answer | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || performance.now() < entry.expiresAt) return entry?.answer;
    this.entries.delete(key);
    return undefined;
  }

  add(key: string, answer: Answer): void {
    // All entries live equally long, so the one added first expires first.
    const oldest = this.entries.size >= this.capacity ? this.entries.keys().next().value : undefined;
    if (oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, { answer, expiresAt: performance.now() + this.ttlMs });
  }

  clear(): void {
    this.entries.clear();
  }
}
