import { invalidQuery } from './invalid-query.js';
import { requireStorable } from './parse-fields.js';

const MAX_LENGTH = 200;
const MAX_BOUND = 50;

/**
 * Reads a POSIX regular expression. Back-references and large bounds are rejected, because they can take far longer than the
 * length of the pattern suggests.
 */
export function parsePattern(value: unknown, place: string): string {
  if (typeof value !== 'string' || value === '') throw invalidQuery(place, 'must be a regular expression');
  if (value.length > MAX_LENGTH) {
    throw invalidQuery(place, `is longer than ${MAX_LENGTH} characters`);
  }
  const unescaped = value.replaceAll(/\\([\s\S])/g, (_, escaped: string) => {
    if (/[1-9]/.test(escaped)) throw invalidQuery(place, 'has a back-reference, which is not allowed');
    return '';
  });
  for (const [bound] of unescaped.matchAll(/\{[^}]*\}?/g)) {
    if ((bound.match(/\d+/g) ?? []).some((digits) => Number(digits) > MAX_BOUND)) {
      throw invalidQuery(place, `has a bound above ${MAX_BOUND}: ${bound}`);
    }
  }
  return requireStorable(value, place);
}

/** Returns an ILIKE pattern that finds the text literally, anywhere. */
export function toLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
