/**
 * JSON that keeps every digit. Numbers that a double cannot hold stay as {@link RawNumber}, which
 * `JSON.stringify` writes back digit for digit.
 */
export type Json =
  null | boolean | number | string | RawNumber | readonly Json[] | { readonly [key: string]: Json };

/** What `JSON.rawJSON` makes: a number in its own digits. */
export interface RawNumber {
  readonly rawJSON: string;
}

interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
// TypeScript's library does not know the parts of ES2026 that Node 24 has.
const json = JSON as unknown as JsonWithSource;

/** Numbers a double may not hold as written: 16 digits or more, an exponent, a fraction that ends in 0. */
const MAY_LOSE_DIGITS = /[[:,\s]-?(?:[\d.]{16}|\d[\d.]*[eE]|\d+\.\d*0[\s,}\]])|^-?\d/;

/** @throws SyntaxError as JSON.parse does; RangeError for a nesting too deep to walk. */
export function parseJson(text: string): Json {
  if (!MAY_LOSE_DIGITS.test(text)) return JSON.parse(text) as Json;
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? json.rawJSON(source)
      : value,
  ) as Json;
}

export function isRawNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value);
}

export function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}
