import { invalidQuery } from './invalid-query.js';
import { requireStorable } from './parse-fields.js';

const MAX_LENGTH = 200;
const MAX_BOUND = 50;

/**
 * Reads an advanced regular expression of PostgreSQL. Back-references and large bounds are rejected, because they can take far longer
 * than the length of the pattern suggests; other dialects, because they write bounds in another way.
 */
export function parsePattern(value: unknown, place: string): string {
  if (typeof value !== 'string' || value === '') throw invalidQuery(place, 'must be a regular expression');
  if (value.length > MAX_LENGTH) throw invalidQuery(place, `is longer than ${MAX_LENGTH} characters`);
  const [, options = ''] = /^\(\?([a-z]+)\)/.exec(value) ?? [];
  if (value.startsWith('***') || /[be]/.test(options))
    throw invalidQuery(place, 'begins with *** or an option b or e, which are not allowed');
  if (/\\[1-9]/.test(value.replaceAll(String.raw`\\`, '')))
    throw invalidQuery(place, 'has a back-reference, which is not allowed');
  const isExpanded = options.includes('x');
  // It may end in the middle of a number.
  if (isExpanded && /\{[^}]*#/.test(value))
    throw invalidQuery(place, 'has a comment in a bound, which is not allowed');
  const large = listBounds(value, isExpanded).find((bound) =>
    (bound.match(/\d+/g) ?? []).some((digits) => Number(digits) > MAX_BOUND),
  );
  if (large !== undefined) throw invalidQuery(place, `has a bound above ${MAX_BOUND}: ${large}`);
  return requireStorable(value, place);
}

/** A bound, and what is none: an escape, a comment, and a set of characters, which may begin with `]` and have classes in it. */
const PARTS =
  /\\(?:c[\s\S]|[\s\S])|\(\?#[^)]*\)?|\[\^?\]?(?:\\(?:c[\s\S]|[\s\S])|\[([.:=])[\s\S]*?\1\]|[^\]\\])*\]?|\{\d[^}]*\}?/g;

function listBounds(pattern: string, isExpanded: boolean): readonly string[] {
  if (!isExpanded)
    return [...pattern.matchAll(PARTS)].map(([part]) => part).filter((part) => part.startsWith('{'));
  // White space may stand in a bound, and a comment may have half a set of characters in it.
  return pattern
    .split('{')
    .slice(1)
    .map((rest) => `{${rest.replace(/\}[^]*/, '').replaceAll(/\s/g, '')}`);
}
