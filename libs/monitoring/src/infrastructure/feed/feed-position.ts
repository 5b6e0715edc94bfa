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

const FORM = /^(\d{1,20})\.(\d{1,19})\.(\d{1,7})\.(\d{1,11})$/;

export function parsePosition(text: string): FeedPosition | undefined {
  const [, xid, index, offset, at] = FORM.exec(text) ?? [];
  if (xid === undefined || index === undefined) return undefined;
  if (BigInt(xid) >= 1n << 64n || BigInt(index) >= 1n << 63n) return undefined;
  return { xid, index, offset: Number(offset), at: Number(at) };
}

export function formatPosition({ xid, index, offset, at }: FeedPosition): string {
  return `${xid}.${index}.${offset}.${at}`;
}
