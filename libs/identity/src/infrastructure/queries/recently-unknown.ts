const FOR_MS = 1000;
const MAX = 10_000;

/** Well-formed keys that the database did not know a moment ago, so that trying one in a loop costs it little. */
export class RecentlyUnknown {
  private readonly until = new Map<string, number>();

  has(name: string): boolean {
    const until = this.until.get(name);
    if (until === undefined || until > performance.now()) return until !== undefined;
    this.until.delete(name);
    return false;
  }

  add(name: string): void {
    if (this.until.size >= MAX) this.until.clear();
    this.until.set(name, performance.now() + FOR_MS);
  }
}
