/** Finds the first of many numbers that is above another, without a look at each. */
export class FirstAbove {
  private readonly size: number;
  /** A tree: each number is the largest below it, the root is at 1. */
  private readonly largest: Float64Array;

  constructor(numbers: readonly number[]) {
    this.size = 2 ** Math.ceil(Math.log2(Math.max(1, numbers.length)));
    this.largest = new Float64Array(2 * this.size).fill(Number.NEGATIVE_INFINITY);
    this.largest.set(numbers, this.size);
    for (let at = this.size - 1; at > 0; at -= 1)
      this.largest[at] = Math.max(this.get(2 * at), this.get(2 * at + 1));
  }

  /** Returns the first place at or after `from` whose number is above `limit`; `undefined`: none is. */
  find(limit: number, from = 0): number | undefined {
    if (from >= this.size) return undefined;
    let at = from + this.size;
    while (this.get(at) <= limit) {
      while (at % 2 === 1) at = (at - 1) / 2;
      if (at === 0) return undefined;
      at += 1;
    }
    while (at < this.size) at = this.get(2 * at) > limit ? 2 * at : 2 * at + 1;
    return at - this.size;
  }

  private get(at: number): number {
    return this.largest[at] ?? Number.NEGATIVE_INFINITY;
  }
}

/** Returns how many of these numbers, which ascend, are below a limit. */
export function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
