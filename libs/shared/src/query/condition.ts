import { isObject } from '../kernel/json.js';
import { getNormalForms, compileContains, compileMatches } from './text-condition.js';
import {
  getElementShape,
  compileElements,
  compilePresence,
  BY_CODE_POINT,
  toInstantSql,
  toNumberSql,
  toTextSql,
  type Expression,
  type KeyResolver,
  isNumber,
  parseJsonText,
  parseNumber,
  parseScalar,
  SQL_TYPES,
} from './expression.js';
import { lowestUuid, parseInstant, parseRelativeTime } from './instant.js';
import { invalidQuery, abbreviate } from './invalid-query.js';
import { OPERATORS_BY_TYPE, COMPARISON_SQL, type Operator, type Condition } from './parse-condition.js';
import { parseList, requireStorable } from './parse-fields.js';
import type { SqlParameters } from './statement.js';

export const MAX_VALUES = 1000;

export interface ConditionContext {
  readonly values: SqlParameters;
  readonly resolve: KeyResolver;
  /** The meaning of `now`, which must be the same on every page. */
  readonly now: Date;
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
  const allowed = OPERATORS_BY_TYPE[field.type];
  if (!allowed.includes(operator)) {
    throw invalidQuery(
      operatorPlace,
      `${operator} does not fit ${abbreviate(key)}; allowed are ${allowed.join(', ')}`,
    );
  }
  const value = removeNone(field, condition.value);
  if (value === undefined) return undefined;
  const sql = compileComparison(field, operator, value, valuePlace, context);
  return `(${sql}${compileIdRange(field, operator, value, valuePlace, context)})`;
}

function removeNone(field: Expression, value: unknown): unknown {
  if (field.type !== 'enum' || field.none === undefined) return value;
  const isNone = (each: unknown) => typeof each === 'string' && each.toUpperCase() === field.none;
  if (isNone(value)) return undefined;
  const list = Array.isArray(value) ? value.filter((each) => !isNone(each)) : undefined;
  return list === undefined ? value : list.length > 0 || (value as unknown[]).length === 0 ? list : undefined;
}

function compileComparison(
  field: Expression,
  operator: Operator,
  value: unknown,
  place: string,
  context: ConditionContext,
): string {
  const negated = NEGATED[operator];
  if (negated !== undefined)
    return `(${compileComparison(field, negated, value, place, context)}) is not true`;
  return field.type === 'json'
    ? compileElementComparison(field, operator, value, place, context)
    : compileScalarComparison(field, operator, value, place, context);
}

/** Compares all values that a path leads to, following lists on the way. The condition holds if it holds for any of them. */
function compileElementComparison(
  field: Expression,
  operator: Operator,
  value: unknown,
  place: string,
  context: ConditionContext,
): string {
  const { values } = context;
  switch (operator) {
    case 'eq':
      return compileElementEquality(field, [value], place, context, false);
    case 'in':
      return compileElementEquality(field, parseList(value, place, MAX_VALUES), place, context);
    case 'exists':
      return `(${compilePresence(field)}) is ${parseBoolean(value, place) ? 'true' : 'not true'}`;
    case 'match':
      if (!isObject(value)) throw invalidQuery(place, 'must be an object');
      return `${compileElements(field)} @> ${values.add(stringifyStorable([value], place), 'jsonb')}`;
    default: {
      const element: Expression = { type: 'json', sql: 'e.value', shape: getElementShape(field) };
      const holds = compileScalarComparison(element, operator, value, place, context);
      return `exists (select from jsonb_array_elements(${compileElements(field)}) e where ${holds})`;
    }
  }
}

/** Tests for equality with one of the given values. A list equals a value if one of its elements does. */
function compileElementEquality(
  field: Expression,
  given: readonly unknown[],
  place: string,
  { values }: ConditionContext,
  isList = true,
): string {
  const element: Expression = { ...field, type: 'json', shape: getElementShape(field) };
  const parsed = given.flatMap((each, at) =>
    each === null
      ? []
      : getNormalForms(String(parseScalar(each, element, isList ? `${place}[${at}]` : place))),
  );
  const terms = given.includes(null) ? [`(${compilePresence(field)}) is not true`] : [];
  if (parsed.length > 0) terms.push(`${compileElements(field)} @> any (${values.add(parsed, 'jsonb[]')})`);
  return terms.length > 0 ? terms.join(' or ') : 'false';
}

function compileScalarComparison(
  field: Expression,
  operator: Operator,
  value: unknown,
  place: string,
  context: ConditionContext,
): string {
  switch (operator) {
    case 'eq':
      return value === null
        ? compileIsNull(field, place)
        : compileEquality(field, [value], place, context, false);
    case 'in':
      return compileEquality(field, parseList(value, place, MAX_VALUES), place, context);
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return compileOrdering(field, COMPARISON_SQL[operator], value, place, context.values);
    case 'contain':
      return compileContains(field, [value], place, context.values, false);
    case 'contain_in':
      return compileContains(field, parseList(value, place, MAX_VALUES), place, context.values);
    case 'regex':
      return compileMatches(field, [value], place, context.values, false);
    case 'regex_in':
      return compileMatches(field, parseList(value, place, MAX_VALUES), place, context.values);
    case 'exists':
      return `${field.sql} is ${parseBoolean(value, place) ? 'not null' : 'null'}`;
    default: {
      const [kind, order] = operator.split('_') as ['datetime' | 'timediff', keyof typeof COMPARISON_SQL];
      const instant =
        kind === 'datetime' ? parseInstant(value, place) : parseRelativeTime(value, place, context.now);
      return `${toInstantSql(field)} ${COMPARISON_SQL[order]} ${context.values.add(instant, 'timestamptz')}`;
    }
  }
}

function parseBoolean(value: unknown, place: string): boolean {
  if (typeof value !== 'boolean') throw invalidQuery(place, 'must be true or false');
  return value;
}

/** @throws ERROR_INVALID_QUERY for a text or key that PostgreSQL cannot store; in JSON text, escapes would hide it */
function stringifyStorable(value: unknown, place: string): string {
  return JSON.stringify(value, (key, each: unknown) => {
    requireStorable(key, place);
    return typeof each === 'string' ? requireStorable(each, place) : each;
  });
}

function compileIsNull(field: Expression, place: string): string {
  if (field.type === 'secret') throw invalidQuery(place, 'must be the full value');
  return `${field.sql} is null`;
}

/** Tests for equality with one of the values. Null among them matches what is absent. */
function compileEquality(
  field: Expression,
  given: readonly unknown[],
  place: string,
  { values }: ConditionContext,
  isList = true,
): string {
  const parsed = given.flatMap((each, at): readonly unknown[] => {
    if (each === null && field.type !== 'secret') return [];
    const scalar = parseScalar(each, field, isList ? `${place}[${at}]` : place);
    return field.type === 'text' ? getNormalForms(String(scalar)) : [scalar];
  });
  const terms = given.includes(null) && field.type !== 'secret' ? [`${field.sql} is null`] : [];
  if (field.label !== undefined && parsed.length > 0) {
    // An index of the object finds its members, but no text that is read out of it.
    const { object, key } = field.label;
    const members = parsed.map((each) => JSON.stringify({ [key]: each }));
    terms.push(`${object} @> any (${values.add(members, 'jsonb[]')})`);
  } else if (field.type === 'secret') {
    const digests = parsed.map((each) => field.digest(String(each))).filter((digest) => digest !== null);
    const type = digests.some((digest) => typeof digest === 'string') ? 'text' : 'bytea';
    if (digests.length > 0) terms.push(`${field.sql} = any (${values.add(digests, `${type}[]`)})`);
  } else if (parsed.length === 1) {
    terms.push(`${field.sql} = ${values.add(parsed[0], SQL_TYPES[field.type])}`);
  } else if (parsed.length > 1) {
    terms.push(`${field.sql} = any (${values.add(parsed, `${SQL_TYPES[field.type]}[]`)})`);
  }
  return terms.length > 0 ? terms.join(' or ') : 'false';
}

function compileOrdering(
  field: Expression,
  comparison: string,
  value: unknown,
  place: string,
  values: SqlParameters,
): string {
  if (field.type === 'json') {
    if (isNumber(value))
      return `${toNumberSql(field)} ${comparison} ${values.add(parseNumber(value, place), 'numeric')}`;
    if (typeof value !== 'string') throw invalidQuery(place, 'must be a number or text');
    return `${toTextSql(field)} ${BY_CODE_POINT} ${comparison} ${values.add(parseJsonText(value, field, place), 'text')}`;
  }
  if (field.type === 'secret') throw invalidQuery(place, 'cannot be compared so');
  if (field.type === 'enum' && field.ranked) {
    return `${field.sql} = any (${values.add(selectRankedValues(field.values, comparison, parseScalar(value, field, place)), 'text[]')})`;
  }
  const collate = field.type === 'text' || field.type === 'enum' ? ` ${BY_CODE_POINT}` : '';
  return `${field.sql}${collate} ${comparison} ${values.add(parseScalar(value, field, place), SQL_TYPES[field.type])}`;
}

/** Returns the values above or below `value`. `values` are listed from the highest to the lowest. */
function selectRankedValues(
  values: readonly string[],
  comparison: string,
  value: unknown,
): readonly string[] {
  const at = values.indexOf(String(value));
  const isGreater = comparison.startsWith('>');
  return values.filter(
    (_, each) => (isGreater ? each < at : each > at) || (comparison.endsWith('=') && each === at),
  );
}

/** Also limits the ids, for an instant that is part of the id, so that only the partitions of that time are read. */
function compileIdRange(
  field: Expression,
  operator: Operator,
  value: unknown,
  place: string,
  context: ConditionContext,
): string {
  if (field.type !== 'date' || field.idTime === undefined) return '';
  const { from, to } = getTimeBounds(operator, value, place, context.now);
  const compileBound = (comparison: string, at: number) =>
    ` and ${field.idTime} ${comparison} ${context.values.add(lowestUuid(at), 'uuid')}`;
  return (
    (from === undefined ? '' : compileBound('>=', from)) + (to === undefined ? '' : compileBound('<', to + 1))
  );
}

/** Returns the milliseconds between which an instant must lie for a condition to hold, both inclusive. */
export function getTimeBounds(
  operator: Operator,
  value: unknown,
  place: string,
  now: Date,
): { readonly from?: number; readonly to?: number } {
  const [kind, order = kind] = operator.split('_');
  if (value === null || !['eq', 'lt', 'lte', 'gt', 'gte', 'datetime', 'timediff'].includes(kind ?? ''))
    return {};
  const at = Date.parse(
    kind === 'timediff' ? parseRelativeTime(value, place, now) : parseInstant(value, place),
  );
  if (order === 'eq') return { from: at, to: at };
  return order?.startsWith('g') ? { from: at } : { to: at };
}
