import { isEnvelopeField } from './read-body.js';

const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, DOT] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2e];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE, PLUS, UPPER_E, LOWER_E, U] = [0x30, 0x39, 0x2b, 0x45, 0x65, 0x75];
const SPACE = 0x20;
const WORDS = ['true', 'false', 'null'];
const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));
const HEX: ReadonlySet<number> = new Set(Buffer.from('0123456789abcdefABCDEF'));

const MAX_DEPTH = 64;
/** No index: what stands there is not JSON, or not so plain that this code would say so. */
const NOWHERE = -1;

/**
 * Whether these bytes are an object or a list in JSON, and no envelope. `false` means that somebody has to read them to
 * tell. Accepting only needs to know this much, and looking costs a fifth of parsing, which makes a tree of objects
 * for nobody.
 */
export function isPlainData(bytes: Buffer): boolean {
  const start = skipBlanks(bytes, 0);
  const first = bytes[start];
  if (first !== OPEN_LIST && (first !== OPEN_OBJECT || mayBeEnvelope(bytes, start))) return false;
  const end = skipValue(bytes, start, 0);
  return end !== NOWHERE && skipBlanks(bytes, end) === bytes.length;
}

/** The fields of an envelope are all of a known name, so the first is enough to tell that it is none. */
function mayBeEnvelope(bytes: Buffer, object: number): boolean {
  const key = skipBlanks(bytes, object + 1);
  if (bytes[key] !== QUOTE) return false;
  const end = skipText(bytes, key);
  const name = bytes.subarray(key + 1, end - 1);
  return end === NOWHERE || name.includes(BACKSLASH) || isEnvelopeField(name.toString('latin1'));
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
  }
  return at;
}

function skipValue(bytes: Buffer, at: number, depth: number): number {
  if (at >= bytes.length || depth > MAX_DEPTH) return NOWHERE;
  const byte = bytes[at] as number;
  if (byte === QUOTE) return skipText(bytes, at);
  if (byte === OPEN_OBJECT) return skipMembers(bytes, at, depth, CLOSE_OBJECT);
  if (byte === OPEN_LIST) return skipMembers(bytes, at, depth, CLOSE_LIST);
  if (byte === MINUS || isDigit(byte)) return skipNumber(bytes, at);
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
  for (let at = quote + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return NOWHERE;
    if (byte === BACKSLASH) {
      const last = lastOfEscape(bytes, at + 1);
      if (last === NOWHERE) return NOWHERE;
      at = last;
    }
  }
  return NOWHERE;
}

function lastOfEscape(bytes: Buffer, at: number): number {
  const escaped = bytes[at] ?? 0;
  if (escaped !== U) return ESCAPES.has(escaped) ? at : NOWHERE;
  for (let digit = at + 1; digit <= at + 4; digit += 1) {
    if (!HEX.has(bytes[digit] ?? 0)) return NOWHERE;
  }
  return at + 4;
}

function skipNumber(bytes: Buffer, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const whole = bytes[at];
  at = whole === ZERO ? at + 1 : skipDigits(bytes, at);
  if (at !== NOWHERE && bytes[at] === DOT) at = skipDigits(bytes, at + 1);
  if (at !== NOWHERE && (bytes[at] === LOWER_E || bytes[at] === UPPER_E)) {
    const sign = bytes[at + 1];
    at = skipDigits(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
  }
  return at;
}

/** At least one. */
function skipDigits(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isDigit(bytes[at] as number)) at += 1;
  return at === from ? NOWHERE : at;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
