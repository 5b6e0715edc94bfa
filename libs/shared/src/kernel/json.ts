/**
 * JSON that keeps every digit. A number that a double cannot represent exactly stays a {@link RawNumber}, which
 * `JSON.stringify` writes back digit for digit.
 */
export type Json =
  null | boolean | number | string | RawNumber | readonly Json[] | { readonly [key: string]: Json };

/** The result of `JSON.rawJSON`: a number in its original digits. */
export interface RawNumber {
  readonly rawJSON: string;
}

interface JsonWithRaw {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
// TypeScript's library does not know the parts of ES2026 that Node 24 has.
const json = JSON as unknown as JsonWithRaw;

/** Matches numbers that a double may not represent as written: 16 digits or more, an exponent, a fraction that ends in 0. */
const MAY_LOSE_DIGITS = /[[:,\s]-?(?:[\d.]{16}|\d[\d.]*[eE]|\d+\.\d*0[\s,}\]])|^-?\d/;

/** @throws SyntaxError as JSON.parse does */
export function parseJson(text: string): Json {
  if (!MAY_LOSE_DIGITS.test(text)) return JSON.parse(text) as Json;
  return restoreRawNumbers(parseMarked(text));
}

/** Falls back to the original text on errors: marks may hide an error or shift its position. */
function parseMarked(text: string): Json {
  try {
    return JSON.parse(markRawNumbers(text)) as Json;
  } catch {
    return JSON.parse(text) as Json;
  }
}

export function isRawNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value);
}

export function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** The prefix of marked numbers. It is random for each process, so that no caller can write a text that begins with it. */
const MARK = `~${crypto.randomUUID().slice(0, 18)}`;
const MARK_BEGIN = 0x7e;
const NUMBER = /-?\d[\d.eE+-]*/y;
const EXACT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const END_OF_VALUE = /[ \t\n\r]*(?:[,}\]]|$)/y;

/**
 * Replaces each number that a double cannot represent as written by a string with a mark. A reviver that gets the source text
 * of each value would make `JSON.parse` ten times as slow.
 */
function markRawNumbers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = findStringEnd(text, at);
      if (at === -1) break;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const source = NUMBER.exec(text)?.[0] ?? '-';
      const end = at + source.length;
      if (isInexact(source) && isEndOfValue(text, end)) {
        parts.push(text.slice(from, at), '"', MARK, source, '"');
        from = end;
      }
      at = end - 1;
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** Returns the position of the closing quote of the string that begins at `quote`; -1 if there is none. */
function findStringEnd(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return -1;
}

function isInexact(source: string): boolean {
  return String(Number(source)) !== source && EXACT.test(source);
}

/** A number in the place of a key is invalid JSON. Replaced by a string, it would become valid. */
function isEndOfValue(text: string, at: number): boolean {
  END_OF_VALUE.lastIndex = at;
  return END_OF_VALUE.test(text);
}

/** Replaces marked strings by raw numbers, in place. The walk is iterative, because the sender controls the depth of nesting. */
function restoreRawNumbers(root: Json): Json {
  const top: Json[] = [root];
  const pending: (Json[] | Record<string, Json>)[] = [top];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    const names = Array.isArray(container) ? container.keys() : Object.keys(container);
    for (const name of names) {
      const members = container as Record<string | number, Json>;
      const value = members[name];
      if (typeof value === 'string') {
        if (value.charCodeAt(0) === MARK_BEGIN && value.startsWith(MARK))
          members[name] = json.rawJSON(value.slice(MARK.length));
      } else if (typeof value === 'object' && value !== null) pending.push(value as Record<string, Json>);
    }
  }
  return top[0] as Json;
}

/** Returns the number of values in a JSON text: objects, lists and their members. The text may be invalid. */
export function countValues(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = findStringEnd(text, at);
      if (at === -1) break;
    } else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) count += 1;
  }
  return count;
}

const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** Whether two JSON values are equal, regardless of the order of keys (a jsonb column does not keep it). */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const a = Object.entries(left);
  const b = new Map(Object.entries(right));
  return a.length === b.size && a.every(([key, value]) => b.has(key) && isSameJson(value, b.get(key)));
}

/** A response of type `T` that is already JSON text. Text from the database need not be parsed and serialized again. */
export class RawJson<T> {
  /** Exists only for the type checker. */
  declare readonly of: T;

  constructor(readonly text: string) {}
}
