import { isRawNumber, type Json } from '#shared/kernel/json.js';
import { cleanText } from '#shared/kernel/clean-text.js';

export const MAX_DEPTH = 100;
const TOO_DEEP = JSON.stringify(`… (nested deeper than ${MAX_DEPTH} levels)`);

/** Escapes of U+0000 and of lone surrogates. May match harmless text, but never misses text that `jsonb` rejects. */
const UNSTORABLE_ESCAPE = /\\u0000|\\ud[89a-f]/;

/**
 * Returns JSON text that `jsonb` accepts, for any value: cuts nesting that is too deep, replaces U+0000 and lone surrogates, and
 * turns huge numbers into text.
 */
export function cleanJson(value: Json): string {
  if (isPlain(value, MAX_DEPTH)) {
    const text = JSON.stringify(value) as string | undefined;
    // Most texts have no `\u` at all, and searching for it is faster than the regular expression.
    if (text !== undefined && !(text.includes(String.raw`\u`) && UNSTORABLE_ESCAPE.test(text))) return text;
  }
  return rewrite(value, MAX_DEPTH);
}

/** Returns whether the value is nested at most `levels` deep and has no raw numbers. */
function isPlain(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0 || isRawNumber(value)) return false;
  if (Array.isArray(value)) return value.every((element: Json) => isPlain(element, levels - 1));
  const members = value as Readonly<Record<string, Json>>;
  for (const name in members) {
    if (!isPlain(members[name] ?? null, levels - 1)) return false;
  }
  return true;
}

function rewrite(value: Json | undefined, levels: number): string {
  if (typeof value === 'string') return JSON.stringify(cleanText(value));
  if (isRawNumber(value)) return isStorable(value.rawJSON) ? value.rawJSON : JSON.stringify(value.rawJSON);
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return JSON.stringify(value) ?? 'null';
  if (levels === 0) return TOO_DEEP;
  if (Array.isArray(value))
    return `[${value.map((element: Json) => rewrite(element, levels - 1)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(cleanText(name))}:${rewrite(member, levels - 1)}`);
  return `{${members.join(',')}}`;
}

/** PostgreSQL expands exponents. A number of more than a thousand digits becomes text; `1e400000` would be rejected. */
function isStorable(digits: string): boolean {
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e');
  return mantissa.length + Math.abs(Number(exponent)) <= 1000;
}
