/** What the bodies being read may take of memory, all requests together. */
export class ByteBudget {
  private used = 0;

  constructor(private readonly bytes: number) {}

  /** Whether there was room; what was taken must be given back. */
  take(bytes: number): boolean {
    if (this.used + bytes > this.bytes) return false;
    this.used += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.used -= bytes;
  }
}
