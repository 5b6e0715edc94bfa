import { compileCondition, readCondition, type Condition } from './condition.js';
import { keyColumns, readGroupKey, type GroupKey } from './group-key.js';
import { numberOf, rankOf, readKey, textOf, BY_CODE_POINT, type Expression } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { named, notSecret, readName } from './named-columns.js';
import { orderBy } from './order.js';
import { MAX_BYTES, shapeOf, shown } from './output.js';
import { either, parseList, parseObject, parseOptionalList, parsePercentage } from './parse-fields.js';
import { ordered, type Rows, type StageContext } from './rows.js';
import type { Shape } from './shape.js';

const OPERATORS = [
  'count',
  'sum',
  'average',
  'percentile',
  'max',
  'min',
  'first',
  'last',
  'push',
  'add_to_set',
  'merge_objects',
] as const;
const CONDITIONS = ['eq', 'not', 'gt', 'gte', 'lt', 'lte'] as const;
const MAX_COLUMNS = 50;

/** A group stage that was read but not compiled yet. */
export interface Group {
  readonly keys: readonly GroupKey[];
  readonly fields: readonly GroupField[];
}

interface GroupField {
  readonly operator: (typeof OPERATORS)[number];
  /** Not given if the operator counts rows or pushes objects of several fields. */
  readonly key: unknown;
  readonly conditions: readonly Condition[];
  readonly members: unknown;
  /** Above 0, up to 100; 0 for other operators. */
  readonly percentile: number;
  readonly name: string;
  readonly place: string;
  readonly keyPlace: string;
  readonly operatorPlace: string;
}

/** `{keys: [{key, name, date_format, time_zone}], fields: [{key, name, operator, conditions, fields, percentile}]}` */
export function readGroup(given: unknown, place: string): Group {
  const stage = parseObject(given, place, ['keys', 'fields']);
  const keys = parseOptionalList(stage['keys'], `${place}.keys`, MAX_COLUMNS).map((each, at) =>
    readGroupKey(each, `${place}.keys[${at}]`),
  );
  const fields = parseOptionalList(stage['fields'], `${place}.fields`, MAX_COLUMNS - keys.length).map(
    (each, at) => readField(each, `${place}.fields[${at}]`),
  );
  return { keys, fields };
}

export function grouped(rows: Rows, { keys, fields }: Group, place: string, context: StageContext): Rows {
  const found = keyColumns(rows, keys, context);
  const columns = [
    ...found.columns,
    ...fields.map((each) => ({ name: each.name, value: fieldValue(found.rows, each, context) })),
  ];
  return named(found.rows, columns, place, context, groupedBy(rows, keys.length));
}

/** Weighted rows may cancel each other out. A group whose sum is 0 is left out. */
function groupedBy({ weight }: Rows, keys: number): string {
  if (keys === 0) return '';
  const places = Array.from({ length: keys }, (_, at) => at + 1).join(', ');
  return weight === undefined ? places : `${places} having sum(${weight}) <> 0`;
}

function readField(given: unknown, place: string): GroupField {
  const allowed = ['key', 'k', 'name', 'n', 'operator', 'o', 'conditions', 'fields', 'percentile'];
  const fields = parseObject(given, place, allowed);
  const [key, keyPlace] = either(fields, place, 'key', 'k');
  const [name, namePlace] = either(fields, place, 'name', 'n');
  const [asked, operatorPlace] = either(fields, place, 'operator', 'o');
  const operator = OPERATORS.find((each) => each === asked);
  if (operator === undefined) throw invalidQuery(operatorPlace, `must be one of ${OPERATORS.join(', ')}`);
  const conditions = parseOptionalList(fields['conditions'], `${place}.conditions`, 50).map((each, at) =>
    readCondition(each, `${place}.conditions[${at}]`, CONDITIONS),
  );
  const members = fields['fields'];
  if (members !== undefined && operator !== 'push') throw invalidQuery(`${place}.fields`, 'belongs to push');
  const percentile = readPercentile(operator, fields['percentile'], `${place}.percentile`);
  return {
    ...{ operator, key, conditions, members, percentile, name: readName(name, namePlace) },
    ...{ place, keyPlace, operatorPlace },
  };
}

function readPercentile(operator: string, given: unknown, place: string): number {
  if (operator === 'percentile') return parsePercentage(given, place);
  if (given !== undefined) throw invalidQuery(place, 'belongs to the operator percentile');
  return 0;
}

function fieldValue(rows: Rows, asked: GroupField, context: StageContext): Expression {
  const { operator, key, members, place, keyPlace, operatorPlace } = asked;
  const conditions = asked.conditions
    .map((each) => compileCondition(each, { ...context, resolve: rows.resolve }))
    .filter((sql) => sql !== undefined);
  if (operator === 'count' && key === undefined) {
    const counted = rows.weight === undefined ? 'count(*)' : `sum(${rows.weight})`;
    return number(`coalesce(${counted}${filtered(conditions)}, 0)`);
  }
  if (rows.weight !== undefined) throw invalidQuery(operatorPlace, 'can only count here');
  if (operator === 'push' && members !== undefined) {
    return pushObjects(rows, members, place, conditions, context);
  }
  const field = notSecret(rows.resolve(readKey(key, keyPlace), keyPlace), keyPlace);
  if (operator === 'percentile') return percentileOf(field, asked, conditions, context);
  return aggregate(operator, field, rows, conditions, operatorPlace);
}

const number = (sql: string): Expression => ({ type: 'number', sql });
const json = (sql: string, shape?: Shape): Expression => ({ type: 'json', sql, shape });
const filtered = (terms: readonly string[]) =>
  terms.length > 0 ? ` filter (where ${terms.join(' and ')})` : '';

/** Interpolates between the two nearest values; null if there are no numbers. */
function percentileOf(
  field: Expression,
  { percentile, operatorPlace }: GroupField,
  conditions: readonly string[],
  { values }: StageContext,
): Expression {
  // Number columns are cast directly: a detour over decimals takes as long as sorting.
  const numbers = field.type === 'number' ? `(${field.sql})::float8` : numbersOf(field, operatorPlace);
  const inOrder = `within group (order by ${numbers})`;
  const found = `percentile_cont(${values.add(percentile / 100, 'float8')}) ${inOrder}${filtered(conditions)}`;
  // Converted to a decimal, because interpolation in binary adds meaningless digits.
  return number(`trim_scale((${found})::numeric)`);
}

function numbersOf(field: Expression, place: string): string {
  if (field.type !== 'number' && field.type !== 'json') throw invalidQuery(place, 'fits only numbers');
  return numberOf(field);
}

function aggregate(
  operator: Exclude<GroupField['operator'], 'percentile'>,
  field: Expression,
  rows: Rows,
  conditions: readonly string[],
  place: string,
): Expression {
  const when = (...more: string[]) => filtered([...conditions, ...more]);
  const present = `${field.sql} is not null`;
  const inOrder = orderBy(ordered(rows));
  switch (operator) {
    case 'count':
      return number(`count(*)${when(present)}`);
    case 'sum':
    case 'average': {
      const of = numbersOf(field, place);
      const sql = operator === 'sum' ? `coalesce(sum(${of})${when()}, 0)` : `trim_scale(avg(${of})${when()})`;
      return number(sql);
    }
    case 'max':
    case 'min':
      return extreme(operator, field, when());
    case 'first':
    case 'last':
      return bare(field, `tocsin_${operator}(${field.sql} order by ${inOrder})${when()}`);
    case 'push':
      return listOf(shown(field), shapeOf(field), when(present), { order: inOrder });
    case 'add_to_set':
      return listOf(shown(field), shapeOf(field), when(present), { isSet: true });
    case 'merge_objects':
      if (field.type !== 'json') throw invalidQuery(place, 'fits only objects');
      return json(
        `coalesce(tocsin_merge(${field.sql}, ${MAX_BYTES} order by ${inOrder})${when(`jsonb_typeof(${field.sql}) = 'object'`)}, '{}')`,
        field.shape,
      );
    default:
      return operator satisfies never;
  }
}

/** Builds a list, and fails as soon as the list is too large: the database keeps all of it in memory. */
function listOf(
  each: string,
  of: Shape | undefined,
  when: string,
  { order, isSet = false }: { readonly order?: string; readonly isSet?: boolean },
): Expression {
  const distinct = isSet ? 'distinct ' : '';
  const made = `jsonb_agg(${distinct}${each}${order === undefined ? '' : ` order by ${order}`})${when}`;
  const weighed = `tocsin_weigh(${distinct}${each}, ${MAX_BYTES})${when}`;
  return json(`coalesce(case when ${weighed} >= 0 then ${made} end, '[]')`, { is: 'list', of });
}

/** Returns the field with another expression, which the id can no longer replace. */
function bare(field: Expression, sql: string): Expression {
  return field.type === 'date'
    ? { type: 'date', sql }
    : { ...field, sql, required: false, inside: undefined };
}

function extreme(operator: 'max' | 'min', field: Expression, when: string): Expression {
  const of = (sql: string) => `${operator}(${sql})${when}`;
  switch (field.type) {
    case 'enum':
      if (field.ranked) return bare(field, wordOf(of(rankOf(field.sql, field.values)), field.values));
      return bare(field, of(`${field.sql} ${BY_CODE_POINT}`));
    case 'text':
      return bare(field, of(`${field.sql} ${BY_CODE_POINT}`));
    case 'id':
      // Not every version of PostgreSQL has min and max of uuids. Their text has the same order.
      return bare(field, `(${of(`${field.sql}::text`)})::uuid`);
    case 'boolean':
      return bare(field, `(${of(`${field.sql}::int`)})::boolean`);
    case 'json': {
      // As in sorting, numbers come before texts.
      const both = [
        `to_jsonb(${of(numberOf(field))})`,
        `to_jsonb(${of(`${textOf(field)} ${BY_CODE_POINT}`)})`,
      ];
      return json(`coalesce(${(operator === 'min' ? both : both.toReversed()).join(', ')})`, field.shape);
    }
    default:
      return bare(field, of(field.sql));
  }
}

/** Returns SQL for the word of a rank. */
function wordOf(rank: string, values: readonly string[]): string {
  return `('{${values.toReversed().join(',')}}'::text[])[${rank}]`;
}

function pushObjects(
  rows: Rows,
  given: unknown,
  place: string,
  conditions: readonly string[],
  context: StageContext,
): Expression {
  const members = parseList(given, `${place}.fields`, MAX_COLUMNS).map((each, at) => {
    const here = `${place}.fields[${at}]`;
    const fields = parseObject(each, here, ['key', 'k', 'name', 'n']);
    const [key, keyPlace] = either(fields, here, 'key', 'k');
    const [name, namePlace] = either(fields, here, 'name', 'n');
    const field = notSecret(rows.resolve(readKey(key, keyPlace), keyPlace), keyPlace);
    return { name: readName(name, namePlace, String(key)), field };
  });
  if (members.length === 0) throw invalidQuery(`${place}.fields`, 'must not be empty');
  const pairs = members.map(({ name, field }) => `${context.values.add(name, 'text')}, ${shown(field)}`);
  const made = `jsonb_build_object(${pairs.join(', ')})`;
  const shapes = Object.fromEntries(members.map(({ name, field }) => [name, shapeOf(field)]));
  const order = orderBy(ordered(rows));
  return listOf(made, { is: 'object', fields: shapes }, filtered(conditions), { order });
}

export { OPERATORS as GROUP_OPERATORS };
