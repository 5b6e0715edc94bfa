/**
 * Arrays in PostgreSQL's binary format, which the driver sends unchanged: the driver need not format values as text and
 * escape them, and the database need not parse them. The statement must name the type of each parameter (`$1::uuid[]`),
 * because PostgreSQL accepts a binary array only if its elements have exactly that type.
 */
type Values<T> = readonly (T | null)[];

/** Writes a value to {@link scratch} from `at` on, and returns where it ends. There must be room for it. */
type Write<T> = (value: T, at: number) => number;

export const OID = {
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
export const ARRAY_HEADER = 20;
/** Bytes of the length before each element. */
export const ELEMENT_LENGTH = 4;
const NULL = -1;
const FOUR_BYTES = 2 ** 32;
const EPOCH = Date.UTC(2000, 0, 1);
const JSONB_VERSION = 1;
/** A UTF-16 unit takes at most three bytes. */
const UNIT = 3;
/** Texts of at most this many characters are written here, because a call of the runtime takes longer. */
const SHORT = 40;

export const uuids = (values: Values<string>): Buffer => arrayOf(OID.uuid, values, 16, writeUuid);
export const integers = (values: Values<number>): Buffer => arrayOf(OID.int4, values, 4, writeInteger);
export const bigints = (values: Values<number | bigint | string>): Buffer =>
  arrayOf(OID.int8, values, 8, writeBigint);
export const booleans = (values: Values<boolean>): Buffer => arrayOf(OID.bool, values, 1, writeBoolean);
export const times = (values: Values<Date>): Buffer => arrayOf(OID.timestamptz, values, 8, writeTime);
export const texts = (values: Values<string>): Buffer => arrayOf(OID.text, values, UNIT, writeText);
export const byteStrings = (values: Values<Uint8Array>): Buffer => arrayOf(OID.bytea, values, 1, writeBytes);
/** Byte strings, given as hexadecimal digits. */
export const hexStrings = (values: Values<string>): Buffer => arrayOf(OID.bytea, values, 1, writeHex);
/** JSON documents, given as text. */
export const jsons = (values: Values<string>): Buffer => arrayOf(OID.json, values, UNIT, writeText);
export const jsonbs = (values: Values<string>): Buffer => arrayOf(OID.jsonb, values, UNIT, writeJsonb);

const SCRATCH = 64 * 1024;
/** Values are written here one after another, because the length of a text is known only after writing it. */
let scratch = Buffer.allocUnsafeSlow(SCRATCH);

/** @param unit the maximum bytes of a value, or of each unit of its length */
function arrayOf<T>(type: number, values: Values<T>, unit: number, write: Write<T>): Buffer {
  let end = ARRAY_HEADER;
  let nulls = false;
  for (const value of values) {
    const units = typeof value === 'string' || value instanceof Uint8Array ? value.length + 1 : 1;
    makeRoom(end, ELEMENT_LENGTH + unit * units);
    if (value === null) {
      end = writeInteger(NULL, end);
      nulls = true;
    } else {
      const from = end + ELEMENT_LENGTH;
      end = write(value, from);
      writeInteger(end - from, from - ELEMENT_LENGTH);
    }
  }
  writeArrayHeader(scratch, type, values.length, nulls);
  const bytes = Buffer.from(scratch.subarray(0, end));
  // The memory for one very large statement is not kept.
  if (scratch.length > SCRATCH) scratch = Buffer.allocUnsafeSlow(SCRATCH);
  return bytes;
}

export function writeArrayHeader(bytes: Buffer, type: number, length: number, hasNulls: boolean): void {
  bytes.writeInt32BE(1);
  bytes.writeInt32BE(hasNulls ? 1 : 0, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
}

function makeRoom(end: number, size: number): void {
  if (end + size <= scratch.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (end + size));
  scratch.copy(larger, 0, 0, end);
  scratch = larger;
}

function writeInteger(value: number, at: number): number {
  if (value !== (value | 0)) throw new RangeError(`not an integer of four bytes: ${value}`);
  return writeFour(value, at);
}

function writeFour(bits: number, at: number): number {
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
  const high = Math.floor(milliseconds / FOUR_BYTES);
  const low = (milliseconds - high * FOUR_BYTES) * 1000;
  writeFour(high * 1000 + Math.floor(low / FOUR_BYTES), at);
  return writeFour(low % FOUR_BYTES, at + 4);
}

function writeText(value: string, at: number): number {
  if (value.length > SHORT) return at + scratch.write(value, at);
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
const BYTES_AT = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);
const UUID_LENGTH = 36;

function writeUuid(value: string, at: number): number {
  const bytes = scratch;
  let codes = 0;
  let all = 0;
  for (let index = 0; index < 16; index += 1) {
    const from = BYTES_AT[index] as number;
    const high = value.charCodeAt(from);
    const low = value.charCodeAt(from + 1);
    const byte = ((DIGITS[high & 127] as number) << 4) | (DIGITS[low & 127] as number);
    bytes[at + index] = byte;
    codes |= high | low;
    all |= byte;
  }
  // All digits are checked together: an invalid digit leaves its sign, and another alphabet its code.
  if (value.length !== UUID_LENGTH || codes > 127 || all < 0) throw new RangeError(`not a uuid: ${value}`);
  return at + 16;
}
