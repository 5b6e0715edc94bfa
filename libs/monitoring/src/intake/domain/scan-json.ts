import { isEnvelopeField } from '#senders/body/parse-delivery-body.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LITERALS = ['true', 'false', 'null'];

/** The classes of each byte value. One table look-up per byte keeps the scanner fast. */
const WHITESPACE = 1;
const DIGIT = 2;
const HEX = 4;
const ESCAPABLE = 8;
/** A byte that needs no escape inside a string. */
const UNESCAPED = 16;
const BYTE_CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return (
    (' \t\r\n'.includes(character) ? WHITESPACE : 0) |
    (/[0-9]/.test(character) ? DIGIT : 0) |
    (/[0-9a-fA-F]/.test(character) ? HEX : 0) |
    (/["\\/bfnrt]/.test(character) ? ESCAPABLE : 0) |
    (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? UNESCAPED : 0)
  );
});

const MAX_DEPTH = 64;
/** Returned instead of an index when the bytes are not JSON, or JSON that this scanner does not recognize. */
const NOT_FOUND = -1;

/**
 * Returns whether the bytes are a JSON object or array, and not an envelope. `false` means that a full parse has to
 * decide. Accepting a delivery needs no more than this, and scanning takes a fifth of the time of parsing, which would
 * build an object tree that nobody uses.
 */
export function isPlainData(bytes: Buffer): boolean {
  const start = skipWhitespace(bytes, 0);
  const first = bytes[start];
  if (first !== OPEN_ARRAY && (first !== OPEN_OBJECT || mayBeEnvelope(bytes, start))) return false;
  const end = skipValue(bytes, start, 0);
  return end !== NOT_FOUND && skipWhitespace(bytes, end) === bytes.length;
}

/** An envelope has only known fields, so the first field is enough to rule it out. */
function mayBeEnvelope(bytes: Buffer, object: number): boolean {
  const key = skipWhitespace(bytes, object + 1);
  if (bytes[key] !== QUOTE) return false;
  const end = skipString(bytes, key);
  const name = bytes.toString('latin1', key + 1, end - 1);
  return end === NOT_FOUND || name.includes('\\') || isEnvelopeField(name);
}

function skipWhitespace(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length && isOfClass(bytes, at, WHITESPACE)) at += 1;
  return at;
}

/** Returns whether the byte is of this class; `false` past the end. */
function isOfClass(bytes: Buffer, at: number, byteClass: number): boolean {
  return ((BYTE_CLASSES[bytes[at] as number] as number) & byteClass) !== 0;
}

function skipValue(bytes: Buffer, at: number, depth: number): number {
  if (at >= bytes.length || depth > MAX_DEPTH) return NOT_FOUND;
  const byte = bytes[at] as number;
  if (byte === QUOTE) return skipString(bytes, at);
  if (byte === OPEN_OBJECT) return skipMembers(bytes, at, depth, CLOSE_OBJECT);
  if (byte === OPEN_ARRAY) return skipMembers(bytes, at, depth, CLOSE_ARRAY);
  if (byte === MINUS || isOfClass(bytes, at, DIGIT)) return skipNumber(bytes, at);
  const literal = LITERALS.find((one) => one.charCodeAt(0) === byte);
  return literal !== undefined && bytes.toString('latin1', at, at + literal.length) === literal
    ? at + literal.length
    : NOT_FOUND;
}

function skipMembers(bytes: Buffer, open: number, depth: number, close: number): number {
  let at = skipWhitespace(bytes, open + 1);
  if (bytes[at] === close) return at + 1;
  for (;;) {
    if (close === CLOSE_OBJECT) {
      if (bytes[at] !== QUOTE) return NOT_FOUND;
      const end = skipString(bytes, at);
      if (end === NOT_FOUND) return NOT_FOUND;
      const colon = skipWhitespace(bytes, end);
      if (bytes[colon] !== COLON) return NOT_FOUND;
      at = skipWhitespace(bytes, colon + 1);
    }
    const end = skipValue(bytes, at, depth + 1);
    if (end === NOT_FOUND) return NOT_FOUND;
    at = skipWhitespace(bytes, end);
    if (bytes[at] === close) return at + 1;
    if (bytes[at] !== COMMA) return NOT_FOUND;
    at = skipWhitespace(bytes, at + 1);
  }
}

function skipString(bytes: Buffer, quote: number): number {
  const { length } = bytes;
  for (let at = quote + 1; at < length; at += 1) {
    while (at < length && isOfClass(bytes, at, UNESCAPED)) at += 1;
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] !== BACKSLASH) return NOT_FOUND;
    at = findEscapeEnd(bytes, at + 1);
    if (at === NOT_FOUND) return NOT_FOUND;
  }
  return NOT_FOUND;
}

function findEscapeEnd(bytes: Buffer, at: number): number {
  if (isOfClass(bytes, at, ESCAPABLE)) return at;
  if (bytes[at] !== 0x75 /* u */) return NOT_FOUND;
  for (let digit = at + 1; digit <= at + 4; digit += 1) {
    if (!isOfClass(bytes, digit, HEX)) return NOT_FOUND;
  }
  return at + 4;
}

function skipNumber(bytes: Buffer, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  at = bytes[at] === 0x30 /* 0 */ ? at + 1 : skipDigits(bytes, at);
  if (at !== NOT_FOUND && bytes[at] === 0x2e /* . */) at = skipDigits(bytes, at + 1);
  if (at === NOT_FOUND || ((bytes[at] ?? 0) | 0x20) !== 0x65 /* e, E */) return at;
  const sign = bytes[at + 1];
  return skipDigits(bytes, sign === MINUS || sign === 0x2b /* + */ ? at + 2 : at + 1);
}

/** Requires at least one digit. */
function skipDigits(bytes: Buffer, from: number): number {
  let at = from;
  while (isOfClass(bytes, at, DIGIT)) at += 1;
  return at === from ? NOT_FOUND : at;
}
