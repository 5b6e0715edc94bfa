import { didYouMean } from '../kernel/find-nearest.js';
import { parseKey } from './expression.js';
import { abbreviate, invalidQuery } from './invalid-query.js';
import { parseAliased, parseObject } from './parse-fields.js';
import type { FieldType } from './resource.js';

/** A condition that was read but not compiled yet. Roll-ups and others look at it before it becomes SQL. */
export interface Condition {
  readonly key: string;
  readonly operator: Operator;
  readonly value: unknown;
  /** The paths of the three members in the request, for errors. */
  readonly keyPlace: string;
  readonly operatorPlace: string;
  readonly valuePlace: string;
}

export function parseCondition(
  input: unknown,
  place: string,
  allowed: readonly Operator[] = OPERATORS,
): Condition {
  const fields = parseObject(input, place, ['key', 'k', 'value', 'v', 'operator', 'o']);
  const [key, keyPlace] = parseAliased(fields, place, 'key', 'k');
  const [value, valuePlace] = parseAliased(fields, place, 'value', 'v');
  const [operatorName, operatorPlace] = parseAliased(fields, place, 'operator', 'o');
  const operator = allowed.find((each) => each === operatorName);
  if (operator === undefined) {
    throw invalidQuery(
      operatorPlace,
      `must be one of ${allowed.join(', ')}, not ${quote(operatorName)}${didYouMean(operatorName, allowed)}`,
    );
  }
  // Read as null, a misspelt or forgotten value would make a condition that matches nearly everything: a silence of all alerts.
  if (value === undefined)
    throw invalidQuery(valuePlace, 'is required; null means that the field is not set');
  return {
    key: parseKey(key, keyPlace),
    operator,
    value,
    keyPlace,
    operatorPlace,
    valuePlace,
  };
}

/** Words of operators are quoted, because one may begin with `not`. */
const quote = (name: unknown): string =>
  typeof name === 'string' ? `"${abbreviate(name)}"` : abbreviate(name);

const COMPARE = ['eq', 'not', 'in', 'not_in'] as const;
const ORDER = ['lt', 'lte', 'gt', 'gte'] as const;
const TEXT = ['contain', 'not_contain', 'contain_in', 'not_contain_in', 'regex', 'regex_in'] as const;
const TIME = [
  'datetime_lt',
  'datetime_lte',
  'datetime_gt',
  'datetime_gte',
  'timediff_lt',
  'timediff_lte',
  'timediff_gt',
  'timediff_gte',
] as const;

export const OPERATORS = [...COMPARE, ...ORDER, ...TEXT, ...TIME, 'exists', 'match'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The operators that a field of a type supports. */
export const OPERATORS_BY_TYPE: Readonly<Record<FieldType['type'], readonly Operator[]>> = {
  text: [...COMPARE, ...ORDER, ...TEXT, 'exists'],
  enum: [...COMPARE, ...ORDER, ...TEXT, 'exists'],
  id: [...COMPARE, ...ORDER, 'exists'],
  number: [...COMPARE, ...ORDER, 'exists'],
  boolean: [...COMPARE, 'exists'],
  date: [...COMPARE, ...ORDER, ...TIME, 'exists'],
  json: OPERATORS,
  secret: ['eq', 'in'],
};

export const COMPARISON_SQL = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
