/**
 * A position in the feed. Reading continues at the first row with this (xid, index) or a higher one, and skips the
 * first `offset` parts of that row. 64-bit numbers are strings, because JavaScript numbers would lose digits.
 */
export interface FeedPosition {
  readonly xid: string;
  readonly index: string;
  readonly offset: number;
  /** Seconds since the epoch, by the database's clock. Everything before the position was known at that time or later. */
  readonly at: number;
}

/**
 * The end of what can be read. Every transaction below it has ended, and what it committed is on disk, so a reader that
 * has read up to the horizon has missed nothing.
 */
export interface Horizon extends FeedPosition {
  /** The first transaction number that was not assigned yet. */
  readonly end: string;
}
