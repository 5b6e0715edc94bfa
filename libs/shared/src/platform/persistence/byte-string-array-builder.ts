import { ARRAY_HEADER, ELEMENT_LENGTH, OID, writeArrayHeader } from './binary-arrays.js';

/**
 * An array of `bytea` whose elements are written directly to the buffer that is sent. The buffer grows as needed, and may be
 * reused.
 */
export class ByteStringArrayBuilder {
  /** Must be read again after {@link beginElement}, which may replace it. */
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

  /** Returns where to write the next element, with room for `size` bytes. */
  beginElement(size: number): number {
    const from = this.end + ELEMENT_LENGTH;
    if (from + size > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (from + size));
      this.bytes.copy(larger, 0, 0, this.end);
      this.bytes = larger;
    }
    return from;
  }

  /** Ends the element, which was written up to `end`, and returns it. */
  endElement(end: number): Buffer {
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
