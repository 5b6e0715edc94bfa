import { isObject } from '../kernel/json.js';
import { formsOf } from './case-folding.js';
import { elementShapeOf, elementsOf, isPresent } from './elements.js';
import {
  BY_CODE_POINT,
  instantOf,
  numberOf,
  readKey,
  textOf,
  type Expression,
  type Resolve,
} from './expression.js';
import { lowestUuid, readInstant, readRelative } from './instant.js';
import { invalidQuery, quoted } from './invalid-query.js';
import { ALLOWED, COMPARISON, OPERATORS, type Operator } from './operators.js';
import { either, parseList, parseObject, storable } from './parse-fields.js';
import { isNumber, readJsonText, readNumber, readScalar, SQL_TYPES } from './scalar.js';
import type { Values } from './statement.js';
import { contains, matches } from './text-condition.js';

export const MAX_VALUES = 1000;

export interface ConditionContext {
  readonly values: Values;
  readonly resolve: Resolve;
  /** The meaning of `now`, which must be the same on every page. */
  readonly now: Date;
}

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

export function readCondition(
  given: unknown,
  place: string,
  allowed: readonly Operator[] = OPERATORS,
): Condition {
  const fields = parseObject(given, place, ['key', 'k', 'value', 'v', 'operator', 'o']);
  const [key, keyPlace] = either(fields, place, 'key', 'k');
  const [value, valuePlace] = either(fields, place, 'value', 'v');
  const [named, operatorPlace] = either(fields, place, 'operator', 'o');
  const operator = allowed.find((each) => each === named);
  if (operator === undefined) {
    throw invalidQuery(operatorPlace, `must be one of ${allowed.join(', ')}, not ${quoted(named)}`);
  }
  return { key: readKey(key, keyPlace), operator, value: value ?? null, keyPlace, operatorPlace, valuePlace };
}

const NEGATED: Partial<Record<Operator, Operator>> = {
  not: 'eq',
  not_in: 'in',
  not_contain: 'contain',
  not_contain_in: 'contain_in',
};

/** Returns a condition in SQL; `undefined` if its value is the word that means "not given". */
export function compileCondition(condition: Condition, context: ConditionContext): string | undefined {
  const { key, operator, keyPlace, operatorPlace, valuePlace } = condition;
  const field = context.resolve(key, keyPlace);
  const allowed = ALLOWED[field.type];
  if (!allowed.includes(operator)) {
    throw invalidQuery(
      operatorPlace,
      `${operator} does not fit ${quoted(key)}; allowed are ${allowed.join(', ')}`,
    );
  }
  const value = withoutNone(field, condition.value);
  if (value === undefined) return undefined;
  const sql = compare(field, operator, value, valuePlace, context);
  return `(${sql}${idRange(field, operator, value, valuePlace, context)})`;
}

function withoutNone(field: Expression, value: unknown): unknown {
  if (field.type !== 'enum' || field.none === undefined) return value;
  if (value === field.none) return undefined;
  const list = Array.isArray(value) ? value.filter((each) => each !== field.none) : undefined;
  return list === undefined ? value : list.length > 0 || (value as unknown[]).length === 0 ? list : undefined;
}

function compare(
  field: Expression,
  operator: Operator,
  value: unknown,
  place: string,
  context: ConditionContext,
): string {
  const negated = NEGATED[operator];
  if (negated !== undefined) return `(${compare(field, negated, value, place, context)}) is not true`;
  return field.type === 'json'
    ? compareElements(field, operator, value, place, context)
    : compareOne(field, operator, value, place, context);
}

/** Compares all values that a path leads to, following lists on the way. The condition holds if it holds for any of them. */
function compareElements(
  field: Expression,
  operator: Operator,
  value: unknown,
  place: string,
  context: ConditionContext,
): string {
  const { values } = context;
  switch (operator) {
    case 'eq':
      return anyElementOf(field, [value], place, context, false);
    case 'in':
      return anyElementOf(field, parseList(value, place, MAX_VALUES), place, context);
    case 'exists':
      return `(${isPresent(field)}) is ${readFlag(value, place) ? 'true' : 'not true'}`;
    case 'match':
      if (!isObject(value)) throw invalidQuery(place, 'must be an object');
      return `${elementsOf(field)} @> ${values.add(storableJson([value], place), 'jsonb')}`;
    default: {
      const element: Expression = { type: 'json', sql: 'e.value', shape: elementShapeOf(field) };
      const holds = compareOne(element, operator, value, place, context);
      return `exists (select from jsonb_array_elements(${elementsOf(field)}) e where ${holds})`;
    }
  }
}

/** Tests for equality with one of the given values. A list equals a value if one of its elements does. */
function anyElementOf(
  field: Expression,
  given: readonly unknown[],
  place: string,
  { values }: ConditionContext,
  listed = true,
): string {
  const element: Expression = { ...field, type: 'json', shape: elementShapeOf(field) };
  const read = given.flatMap((each, at) =>
    each === null ? [] : formsOf(String(readScalar(each, element, listed ? `${place}[${at}]` : place))),
  );
  const terms = given.includes(null) ? [`(${isPresent(field)}) is not true`] : [];
  if (read.length > 0) terms.push(`${elementsOf(field)} @> any (${values.add(read, 'jsonb[]')})`);
  return terms.length > 0 ? terms.join(' or ') : 'false';
}

function compareOne(
  field: Expression,
  operator: Operator,
  value: unknown,
  place: string,
  context: ConditionContext,
): string {
  switch (operator) {
    case 'eq':
      return value === null ? absent(field, place) : anyOf(field, [value], place, context, false);
    case 'in':
      return anyOf(field, parseList(value, place, MAX_VALUES), place, context);
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return ordered(field, COMPARISON[operator], value, place, context.values);
    case 'contain':
      return contains(field, [value], place, context.values, false);
    case 'contain_in':
      return contains(field, parseList(value, place, MAX_VALUES), place, context.values);
    case 'regex':
      return matches(field, [value], place, context.values, false);
    case 'regex_in':
      return matches(field, parseList(value, place, MAX_VALUES), place, context.values);
    case 'exists':
      return `${field.sql} is ${readFlag(value, place) ? 'not null' : 'null'}`;
    default: {
      const [kind, order] = operator.split('_') as ['datetime' | 'timediff', keyof typeof COMPARISON];
      const instant =
        kind === 'datetime' ? readInstant(value, place) : readRelative(value, place, context.now);
      return `${instantOf(field)} ${COMPARISON[order]} ${context.values.add(instant, 'timestamptz')}`;
    }
  }
}

function readFlag(value: unknown, place: string): boolean {
  if (typeof value !== 'boolean') throw invalidQuery(place, 'must be true or false');
  return value;
}

/** @throws ERROR_INVALID_QUERY for a text or key that PostgreSQL cannot store; in JSON text, escapes would hide it */
function storableJson(value: unknown, place: string): string {
  return JSON.stringify(value, (key, each: unknown) => {
    storable(key, place);
    return typeof each === 'string' ? storable(each, place) : each;
  });
}

function absent(field: Expression, place: string): string {
  if (field.type === 'secret') throw invalidQuery(place, 'must be the full value');
  return `${field.sql} is null`;
}

/** Tests for equality with one of the values. Null among them matches what is absent. */
function anyOf(
  field: Expression,
  given: readonly unknown[],
  place: string,
  { values }: ConditionContext,
  listed = true,
): string {
  const read = given.flatMap((each, at): readonly unknown[] => {
    if (each === null && field.type !== 'secret') return [];
    const scalar = readScalar(each, field, listed ? `${place}[${at}]` : place);
    return field.type === 'text' ? formsOf(String(scalar)) : [scalar];
  });
  const terms = given.includes(null) && field.type !== 'secret' ? [`${field.sql} is null`] : [];
  if (field.type === 'secret') {
    const digests = read.map((each) => field.digest(String(each))).filter((digest) => digest !== null);
    const type = digests.some((digest) => typeof digest === 'string') ? 'text' : 'bytea';
    if (digests.length > 0) terms.push(`${field.sql} = any (${values.add(digests, `${type}[]`)})`);
  } else if (read.length === 1) {
    terms.push(`${field.sql} = ${values.add(read[0], SQL_TYPES[field.type])}`);
  } else if (read.length > 1) {
    terms.push(`${field.sql} = any (${values.add(read, `${SQL_TYPES[field.type]}[]`)})`);
  }
  return terms.length > 0 ? terms.join(' or ') : 'false';
}

function ordered(field: Expression, sign: string, value: unknown, place: string, values: Values): string {
  if (field.type === 'json') {
    if (isNumber(value))
      return `${numberOf(field)} ${sign} ${values.add(readNumber(value, place), 'numeric')}`;
    if (typeof value !== 'string') throw invalidQuery(place, 'must be a number or text');
    return `${textOf(field)} ${BY_CODE_POINT} ${sign} ${values.add(readJsonText(value, field, place), 'text')}`;
  }
  if (field.type === 'secret') throw invalidQuery(place, 'cannot be compared so');
  if (field.type === 'enum' && field.ranked) {
    return `${field.sql} = any (${values.add(beyond(field.values, sign, readScalar(value, field, place)), 'text[]')})`;
  }
  const collate = field.type === 'text' || field.type === 'enum' ? ` ${BY_CODE_POINT}` : '';
  return `${field.sql}${collate} ${sign} ${values.add(readScalar(value, field, place), SQL_TYPES[field.type])}`;
}

/** Returns the values above or below `value`. `values` are listed from the highest to the lowest. */
function beyond(values: readonly string[], sign: string, value: unknown): readonly string[] {
  const at = values.indexOf(String(value));
  const isUp = sign.startsWith('>');
  return values.filter((_, each) => (isUp ? each < at : each > at) || (sign.endsWith('=') && each === at));
}

/** Also limits the ids, for an instant that is part of the id, so that only the partitions of that time are read. */
function idRange(
  field: Expression,
  operator: Operator,
  value: unknown,
  place: string,
  context: ConditionContext,
): string {
  if (field.type !== 'date' || field.idTime === undefined) return '';
  const { from, to } = boundsOf(operator, value, place, context.now);
  const bound = (sign: string, at: number) =>
    ` and ${field.idTime} ${sign} ${context.values.add(lowestUuid(at), 'uuid')}`;
  return (from === undefined ? '' : bound('>=', from)) + (to === undefined ? '' : bound('<', to + 1));
}

/** Returns the milliseconds between which an instant must lie for a condition to hold, both inclusive. */
export function boundsOf(
  operator: Operator,
  value: unknown,
  place: string,
  now: Date,
): { readonly from?: number; readonly to?: number } {
  const [kind, order = kind] = operator.split('_');
  if (value === null || !['eq', 'lt', 'lte', 'gt', 'gte', 'datetime', 'timediff'].includes(kind ?? ''))
    return {};
  const at = Date.parse(kind === 'timediff' ? readRelative(value, place, now) : readInstant(value, place));
  if (order === 'eq') return { from: at, to: at };
  return order?.startsWith('g') ? { from: at } : { to: at };
}
