/** The positions of rows of a list, of which only those in sight are rendered and measured. In pixels. */
export class RowOffsets {
  private readonly heights = new Map<string, number>();
  private offsets = new Float64Array(1);
  private keys: readonly string[] = [];

  /** @param assumedHeight the height of a row that was not measured yet */
  constructor(private readonly assumedHeight: number) {}

  /** Takes the rows of the list in their order. Heights of rows that are gone are forgotten. */
  update(keys: readonly string[]): void {
    if (keys === this.keys) return;
    this.keys = keys;
    this.forgetGone();
    this.compute();
  }

  /** Takes the measured heights of rows. @returns whether the positions have changed */
  measure(measured: ReadonlyMap<string, number>): boolean {
    let isChanged = false;
    for (const [key, height] of measured) {
      if ((this.heights.get(key) ?? this.assumedHeight) === height) continue;
      isChanged = true;
      this.heights.set(key, height);
    }
    if (isChanged) this.compute();
    return isChanged;
  }

  get total(): number {
    return this.offsets[this.keys.length] ?? 0;
  }

  startOf(index: number): number {
    return this.offsets[index] ?? 0;
  }

  endOf(index: number): number {
    return this.offsets[index + 1] ?? this.total;
  }

  /** Returns the rows from `top` to `bottom`: the first, and the one after the last. */
  find(top: number, bottom: number): readonly [from: number, to: number] {
    const from = this.indexAt(top);
    let to = from;
    while (to < this.keys.length && this.startOf(to) < bottom) to += 1;
    return [from, to];
  }

  /** The row at a position. */
  private indexAt(position: number): number {
    let [low, high] = [0, Math.max(0, this.keys.length - 1)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.endOf(middle) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private compute(): void {
    const offsets = new Float64Array(this.keys.length + 1);
    let end = 0;
    for (let index = 0; index < this.keys.length; index += 1) {
      const key = this.keys[index] as string;
      end += (this.heights.size === 0 ? undefined : this.heights.get(key)) ?? this.assumedHeight;
      offsets[index + 1] = end;
    }
    this.offsets = offsets;
  }

  private forgetGone(): void {
    // Rarely, because it reads all keys.
    if (this.heights.size <= 2 * this.keys.length + 1_000) return;
    const present = new Set(this.keys);
    for (const key of this.heights.keys()) if (!present.has(key)) this.heights.delete(key);
  }
}
