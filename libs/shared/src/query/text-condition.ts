import { compileContainsAny, compileMatchesAny } from './case-folding.js';
import { toTextSql, type Expression } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { parsePattern } from './pattern.js';
import { requireStorable } from './parse-fields.js';
import type { SqlParameters } from './statement.js';

/** Tests whether a text contains one of the parts literally, regardless of case. */
export function compileContains(
  field: Expression,
  inputs: readonly unknown[],
  place: string,
  values: SqlParameters,
  isList = true,
): string {
  const parts = inputs.map((each, at) => {
    const itemPlace = isList ? `${place}[${at}]` : place;
    if (typeof each !== 'string') throw invalidQuery(itemPlace, 'must be text');
    return requireStorable(each, itemPlace);
  });
  return compileContainsAny(toTextSql(field), parts, values);
}

export function compileMatches(
  field: Expression,
  inputs: readonly unknown[],
  place: string,
  values: SqlParameters,
  isList = true,
): string {
  const patterns = inputs.map((each, at) => parsePattern(each, isList ? `${place}[${at}]` : place));
  if (patterns.length > 0) values.patterns.push(place);
  return compileMatchesAny(toTextSql(field), patterns, values);
}
