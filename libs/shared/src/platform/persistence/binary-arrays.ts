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

/**
 * Arrays in PostgreSQL's binary format, which the driver sends unchanged: the driver need not format values as text and
 * escape them, and the database need not parse them. The statement must name the type of each parameter (`$1::uuid[]`),
 * because PostgreSQL accepts a binary array only if its elements have exactly that type.
 */
type Values<T> = readonly (T | null)[];

/** Writes a value to {@link scratch} from `at` on, and returns where it ends. There must be room for it. */
type Write<T> = (value: T, at: number) => number;

const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int4: 23,
  text: 25,
  json: 114,
  timestamptz: 1184,
  uuid: 2950,
  jsonb: 3802,
} as const;

/**
 * Bytes of the header: the number of dimensions, whether there are nulls and the element type; then the length and the first
 * index of the only dimension.
 */
const ARRAY_HEADER = 20;
/** Bytes of the length before each element. */
const ELEMENT_LENGTH = 4;
const NULL_LENGTH = -1;
const TWO_POW_32 = 2 ** 32;
const EPOCH = Date.UTC(2000, 0, 1);
const JSONB_VERSION = 1;
/** A UTF-16 unit takes at most three bytes. */
const BYTES_PER_UNIT = 3;
/** Texts of at most this many characters are written here, because a call of the runtime takes longer. */
const MAX_SHORT_TEXT = 40;

export const encodeUuids = (values: Values<string>): Buffer => encodeArray(OID.uuid, values, 16, writeUuid);
export const encodeIntegers = (values: Values<number>): Buffer =>
  encodeArray(OID.int4, values, 4, writeInteger);
export const encodeBigints = (values: Values<number | bigint | string>): Buffer =>
  encodeArray(OID.int8, values, 8, writeBigint);
export const encodeBooleans = (values: Values<boolean>): Buffer =>
  encodeArray(OID.bool, values, 1, writeBoolean);
export const encodeTimes = (values: Values<Date>): Buffer =>
  encodeArray(OID.timestamptz, values, 8, writeTime);
export const encodeTexts = (values: Values<string>): Buffer =>
  encodeArray(OID.text, values, BYTES_PER_UNIT, writeText);
export const encodeByteStrings = (values: Values<Uint8Array>): Buffer =>
  encodeArray(OID.bytea, values, 1, writeBytes);
/** Byte strings, given as hexadecimal digits. */
export const encodeHexStrings = (values: Values<string>): Buffer =>
  encodeArray(OID.bytea, values, 1, writeHex);
/** JSON documents, given as text. */
export const encodeJsons = (values: Values<string>): Buffer =>
  encodeArray(OID.json, values, BYTES_PER_UNIT, writeText);
export const encodeJsonbs = (values: Values<string>): Buffer =>
  encodeArray(OID.jsonb, values, BYTES_PER_UNIT, writeJsonb);

const SCRATCH_BYTES = 64 * 1024;
/** Values are written here one after another, because the length of a text is known only after writing it. */
let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** @param bytesPerUnit the maximum bytes of a value, or of each unit of its length */
function encodeArray<T>(type: number, values: Values<T>, bytesPerUnit: number, write: Write<T>): Buffer {
  let end = ARRAY_HEADER;
  let hasNulls = false;
  for (const value of values) {
    const units = typeof value === 'string' || value instanceof Uint8Array ? value.length + 1 : 1;
    ensureCapacity(end, ELEMENT_LENGTH + bytesPerUnit * units);
    if (value === null) {
      end = writeInteger(NULL_LENGTH, end);
      hasNulls = true;
    } else {
      const from = end + ELEMENT_LENGTH;
      end = write(value, from);
      writeInteger(end - from, from - ELEMENT_LENGTH);
    }
  }
  writeArrayHeader(scratch, type, values.length, hasNulls);
  const bytes = Buffer.from(scratch.subarray(0, end));
  // The memory for one very large statement is not kept.
  if (scratch.length > SCRATCH_BYTES) scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  return bytes;
}

function writeArrayHeader(bytes: Buffer, type: number, length: number, hasNulls: boolean): void {
  bytes.writeInt32BE(1);
  bytes.writeInt32BE(hasNulls ? 1 : 0, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
}

function ensureCapacity(end: number, size: number): void {
  if (end + size <= scratch.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (end + size));
  scratch.copy(larger, 0, 0, end);
  scratch = larger;
}

function writeInteger(value: number, at: number): number {
  if (value !== (value | 0)) throw new RangeError(`not an integer of four bytes: ${value}`);
  return writeInt32(value, at);
}

function writeInt32(bits: number, at: number): number {
  scratch[at] = bits >>> 24;
  scratch[at + 1] = bits >>> 16;
  scratch[at + 2] = bits >>> 8;
  scratch[at + 3] = bits;
  return at + 4;
}

function writeBigint(value: number | bigint | string, at: number): number {
  return scratch.writeBigInt64BE(BigInt(value), at);
}

function writeBoolean(value: boolean, at: number): number {
  scratch[at] = value ? 1 : 0;
  return at + 1;
}

/** Writes microseconds since 2000, in two halves: for distant years, a number cannot represent them exactly. */
function writeTime(value: Date, at: number): number {
  const milliseconds = value.getTime() - EPOCH;
  if (Number.isNaN(milliseconds)) throw new RangeError('not a time');
  const high = Math.floor(milliseconds / TWO_POW_32);
  const low = (milliseconds - high * TWO_POW_32) * 1000;
  writeInt32(high * 1000 + Math.floor(low / TWO_POW_32), at);
  return writeInt32(low % TWO_POW_32, at + 4);
}

function writeText(value: string, at: number): number {
  if (value.length > MAX_SHORT_TEXT) return at + scratch.write(value, at);
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code > 0x7f) return at + scratch.write(value, at);
    scratch[at + index] = code;
  }
  return at + value.length;
}

function writeBytes(value: Uint8Array, at: number): number {
  scratch.set(value, at);
  return at + value.length;
}

function writeHex(value: string, at: number): number {
  const written = scratch.write(value, at, 'hex');
  if (2 * written !== value.length) throw new RangeError(`not hexadecimal: ${value}`);
  return at + written;
}

function writeJsonb(value: string, at: number): number {
  scratch[at] = JSONB_VERSION;
  return writeText(value, at + 1);
}

const NO_DIGIT = -1;
/** The value of a hexadecimal digit, by its character code. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCodePoint(code), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});
/** The position of each byte in the text of a uuid. */
const BYTE_POSITIONS = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);
const UUID_LENGTH = 36;

function writeUuid(value: string, at: number): number {
  const bytes = scratch;
  let codeBits = 0;
  let byteBits = 0;
  for (let index = 0; index < 16; index += 1) {
    const from = BYTE_POSITIONS[index] as number;
    const high = value.charCodeAt(from);
    const low = value.charCodeAt(from + 1);
    const byte = ((DIGITS[high & 127] as number) << 4) | (DIGITS[low & 127] as number);
    bytes[at + index] = byte;
    codeBits |= high | low;
    byteBits |= byte;
  }
  // All digits are checked together: an invalid digit leaves its sign, and another alphabet its code.
  if (value.length !== UUID_LENGTH || codeBits > 127 || byteBits < 0)
    throw new RangeError(`not a uuid: ${value}`);
  return at + 16;
}

/** The limits of one statement; the size is in characters. */
const STATEMENT_LIMITS = { rows: 5_000, size: 8 * 1024 * 1024 };

/**
 * Splits rows among several statements, and returns the range of each. No statement may run into its time limit, or fill the
 * memory with its parameters. Nearly always one statement is enough.
 */
export function splitRows<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number = () => 0,
  limits: { readonly rows: number; readonly size: number } = STATEMENT_LIMITS,
): readonly (readonly [from: number, to: number])[] {
  const ranges: (readonly [number, number])[] = [];
  let [from, size] = [0, 0];
  rows.forEach((row, at) => {
    const rowSize = sizeOf(row);
    size += rowSize;
    if (at - from < limits.rows && (size <= limits.size || at === from)) return;
    ranges.push([from, at]);
    [from, size] = [at, rowSize];
  });
  return from < rows.length ? [...ranges, [from, rows.length]] : ranges;
}
