/**
 * A place in the feed: what comes next is at or behind (xid, index), without the first `offset` events of that very
 * row. Numbers of 64 bits stay texts.
 */
export interface FeedPosition {
  readonly xid: string;
  readonly index: string;
  readonly offset: number;
  /** Seconds since the epoch, by the database's clock: until then, at least, everything before was known. */
  readonly at: number;
}

/** The same for the same place. */
export function placeOf({ xid, index, offset, at }: FeedPosition): string {
  return `${xid}.${index}.${offset}.${at}`;
}
