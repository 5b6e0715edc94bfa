import { containsAny, matchesAny } from './case-folding.js';
import { textOf, type Expression } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { readPattern } from './pattern.js';
import { storable } from './parse-fields.js';
import type { Values } from './statement.js';

/** Tests whether a text contains one of the parts literally, regardless of case. */
export function contains(
  field: Expression,
  given: readonly unknown[],
  place: string,
  values: Values,
  listed = true,
): string {
  const parts = given.map((each, at) => {
    const here = listed ? `${place}[${at}]` : place;
    if (typeof each !== 'string') throw invalidQuery(here, 'must be text');
    return storable(each, here);
  });
  return containsAny(textOf(field), parts, values);
}

export function matches(
  field: Expression,
  given: readonly unknown[],
  place: string,
  values: Values,
  listed = true,
): string {
  const patterns = given.map((each, at) => readPattern(each, listed ? `${place}[${at}]` : place));
  if (patterns.length > 0) values.patterns.push(place);
  return matchesAny(textOf(field), patterns, values);
}
