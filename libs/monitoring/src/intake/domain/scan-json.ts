import { isEnvelopeField } from '#senders/body/read-body.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const WORDS = ['true', 'false', 'null'];

/** The classes of each byte value. One table look-up per byte keeps the scanner fast. */
const BLANK = 1;
const DIGIT = 2;
const HEX = 4;
const ESCAPED = 8;
/** A byte that needs no escape inside a string. */
const PLAIN = 16;
const KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return (
    (' \t\r\n'.includes(character) ? BLANK : 0) |
    (/[0-9]/.test(character) ? DIGIT : 0) |
    (/[0-9a-fA-F]/.test(character) ? HEX : 0) |
    (/["\\/bfnrt]/.test(character) ? ESCAPED : 0) |
    (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? PLAIN : 0)
  );
});

const MAX_DEPTH = 64;
/** Returned instead of an index when the bytes are not JSON, or JSON that this scanner does not recognize. */
const NOWHERE = -1;

/**
 * Returns whether the bytes are a JSON object or array, and not an envelope. `false` means that a full parse has to
 * decide. Accepting a delivery needs no more than this, and scanning takes a fifth of the time of parsing, which would
 * build an object tree that nobody uses.
 */
export function isPlainData(bytes: Buffer): boolean {
  const start = skipBlanks(bytes, 0);
  const first = bytes[start];
  if (first !== OPEN_LIST && (first !== OPEN_OBJECT || mayBeEnvelope(bytes, start))) return false;
  const end = skipValue(bytes, start, 0);
  return end !== NOWHERE && skipBlanks(bytes, end) === bytes.length;
}

/** An envelope has only known fields, so the first field is enough to rule it out. */
function mayBeEnvelope(bytes: Buffer, object: number): boolean {
  const key = skipBlanks(bytes, object + 1);
  if (bytes[key] !== QUOTE) return false;
  const end = skipText(bytes, key);
  const name = bytes.toString('latin1', key + 1, end - 1);
  return end === NOWHERE || name.includes('\\') || isEnvelopeField(name);
}

function skipBlanks(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length && is(bytes, at, BLANK)) at += 1;
  return at;
}

/** Returns whether the byte is of this class; `false` past the end. */
function is(bytes: Buffer, at: number, kind: number): boolean {
  return ((KIND[bytes[at] as number] as number) & kind) !== 0;
}

function skipValue(bytes: Buffer, at: number, depth: number): number {
  if (at >= bytes.length || depth > MAX_DEPTH) return NOWHERE;
  const byte = bytes[at] as number;
  if (byte === QUOTE) return skipText(bytes, at);
  if (byte === OPEN_OBJECT) return skipMembers(bytes, at, depth, CLOSE_OBJECT);
  if (byte === OPEN_LIST) return skipMembers(bytes, at, depth, CLOSE_LIST);
  if (byte === MINUS || is(bytes, at, DIGIT)) return skipNumber(bytes, at);
  const word = WORDS.find((one) => one.charCodeAt(0) === byte);
  return word !== undefined && bytes.toString('latin1', at, at + word.length) === word
    ? at + word.length
    : NOWHERE;
}

function skipMembers(bytes: Buffer, open: number, depth: number, close: number): number {
  let at = skipBlanks(bytes, open + 1);
  if (bytes[at] === close) return at + 1;
  for (;;) {
    if (close === CLOSE_OBJECT) {
      if (bytes[at] !== QUOTE) return NOWHERE;
      const end = skipText(bytes, at);
      if (end === NOWHERE) return NOWHERE;
      const colon = skipBlanks(bytes, end);
      if (bytes[colon] !== COLON) return NOWHERE;
      at = skipBlanks(bytes, colon + 1);
    }
    const end = skipValue(bytes, at, depth + 1);
    if (end === NOWHERE) return NOWHERE;
    at = skipBlanks(bytes, end);
    if (bytes[at] === close) return at + 1;
    if (bytes[at] !== COMMA) return NOWHERE;
    at = skipBlanks(bytes, at + 1);
  }
}

function skipText(bytes: Buffer, quote: number): number {
  const { length } = bytes;
  for (let at = quote + 1; at < length; at += 1) {
    while (at < length && is(bytes, at, PLAIN)) at += 1;
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] !== BACKSLASH) return NOWHERE;
    at = lastOfEscape(bytes, at + 1);
    if (at === NOWHERE) return NOWHERE;
  }
  return NOWHERE;
}

function lastOfEscape(bytes: Buffer, at: number): number {
  if (is(bytes, at, ESCAPED)) return at;
  if (bytes[at] !== 0x75 /* u */) return NOWHERE;
  for (let digit = at + 1; digit <= at + 4; digit += 1) {
    if (!is(bytes, digit, HEX)) return NOWHERE;
  }
  return at + 4;
}

function skipNumber(bytes: Buffer, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  at = bytes[at] === 0x30 /* 0 */ ? at + 1 : skipDigits(bytes, at);
  if (at !== NOWHERE && bytes[at] === 0x2e /* . */) at = skipDigits(bytes, at + 1);
  if (at === NOWHERE || ((bytes[at] ?? 0) | 0x20) !== 0x65 /* e, E */) return at;
  const sign = bytes[at + 1];
  return skipDigits(bytes, sign === MINUS || sign === 0x2b /* + */ ? at + 2 : at + 1);
}

/** Requires at least one digit. */
function skipDigits(bytes: Buffer, from: number): number {
  let at = from;
  while (is(bytes, at, DIGIT)) at += 1;
  return at === from ? NOWHERE : at;
}
