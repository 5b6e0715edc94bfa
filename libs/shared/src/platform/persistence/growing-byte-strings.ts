import { ARRAY_HEADER, ELEMENT_LENGTH, OID, writeArrayHeader } from './binary-arrays.js';

/**
 * An array of `bytea` whose elements are written straight to where they are sent from. The memory grows as it must, and may
 * be used again.
 */
export class GrowingByteStrings {
  /** To be asked for again after {@link begin}, which may move it. */
  bytes: Buffer;
  private end = ARRAY_HEADER;
  private count = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(ARRAY_HEADER + size);
  }

  clear(): void {
    this.end = ARRAY_HEADER;
    this.count = 0;
  }

  /** Where the next element is to be written; there is room for so many bytes of it. */
  begin(size: number): number {
    const from = this.end + ELEMENT_LENGTH;
    if (from + size > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (from + size));
      this.bytes.copy(larger, 0, 0, this.end);
      this.bytes = larger;
    }
    return from;
  }

  /** The element, which was written as far as there. */
  finish(end: number): Buffer {
    const from = this.end + ELEMENT_LENGTH;
    this.bytes.writeInt32BE(end - from, this.end);
    this.end = end;
    this.count += 1;
    return this.bytes.subarray(from, end);
  }

  get array(): Buffer {
    writeArrayHeader(this.bytes, OID.bytea, this.count, false);
    return this.bytes.subarray(0, this.end);
  }
}
