import { textOf, type Expression } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { anywhere, readPattern } from './pattern.js';
import { storable } from './parse-fields.js';
import type { Values } from './statement.js';

/** Literal parts, without regard to case. */
export function contains(
  field: Expression,
  given: readonly unknown[],
  place: string,
  values: Values,
  listed = true,
): string {
  const patterns = given.map((each, at) => {
    const here = listed ? `${place}[${at}]` : place;
    if (typeof each !== 'string') throw invalidQuery(here, 'must be text');
    return anywhere(storable(each, here));
  });
  return listed
    ? `${textOf(field)} ilike any (${values.add(patterns, 'text[]')})`
    : `${textOf(field)} ilike ${values.add(patterns[0], 'text')}`;
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
  return `${textOf(field)} ~* any (${values.add(patterns, 'text[]')})`;
}
