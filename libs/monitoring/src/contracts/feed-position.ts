/**
 * A place in the feed: what comes next is at or behind (xid, index), without the first `offset` parts of that very
 * row. Numbers of 64 bits stay texts.
 */
export interface FeedPosition {
  readonly xid: string;
  readonly index: string;
  readonly offset: number;
  /** Seconds since the epoch, by the database's clock: until then, at least, everything before was known. */
  readonly at: number;
}

/** Whatever is below it is committed and on disk, or never will be: who has read up to it has missed nothing. */
export interface Horizon extends FeedPosition {
  /** No transaction has a number from here on. */
  readonly end: string;
}
