import { compileCondition } from './condition.js';
import { parseCondition, type Condition } from './parse-condition.js';
import { compileKeyColumns, parseGroupKey, type GroupKey } from './group-key.js';
import { toNumberSql, toRankSql, parseKey, toTextSql, BY_CODE_POINT, type Expression } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { selectColumns, rejectSecret, parseColumnName } from './select-columns.js';
import { compileOrderBy } from './order.js';
import { MAX_BYTES, getShape, toJsonbSql, getFullOrder, type Rows, type StageContext } from './rows.js';
import { parseAliased, parseList, parseObject, parseOptionalList, parsePercentage } from './parse-fields.js';
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
export function parseGroup(input: unknown, place: string): Group {
  const stage = parseObject(input, place, ['keys', 'fields']);
  const keys = parseOptionalList(stage['keys'], `${place}.keys`, MAX_COLUMNS).map((each, at) =>
    parseGroupKey(each, `${place}.keys[${at}]`),
  );
  const fields = parseOptionalList(stage['fields'], `${place}.fields`, MAX_COLUMNS - keys.length).map(
    (each, at) => parseField(each, `${place}.fields[${at}]`),
  );
  return { keys, fields };
}

export function applyGroup(rows: Rows, { keys, fields }: Group, place: string, context: StageContext): Rows {
  const keyed = compileKeyColumns(rows, keys, context);
  const columns = [
    ...keyed.columns,
    ...fields.map((each) => ({ name: each.name, value: compileField(keyed.rows, each, context) })),
  ];
  return selectColumns(keyed.rows, columns, place, context, compileGroupBy(rows, keys.length));
}

/** Weighted rows may cancel each other out. A group whose sum is 0 is left out. */
function compileGroupBy({ weight }: Rows, keys: number): string {
  if (keys === 0) return '';
  const places = Array.from({ length: keys }, (_, at) => at + 1).join(', ');
  return weight === undefined ? places : `${places} having sum(${weight}) <> 0`;
}

function parseField(input: unknown, place: string): GroupField {
  const allowed = ['key', 'k', 'name', 'n', 'operator', 'o', 'conditions', 'fields', 'percentile'];
  const fields = parseObject(input, place, allowed);
  const [key, keyPlace] = parseAliased(fields, place, 'key', 'k');
  const [name, namePlace] = parseAliased(fields, place, 'name', 'n');
  const [operatorName, operatorPlace] = parseAliased(fields, place, 'operator', 'o');
  const operator = OPERATORS.find((each) => each === operatorName);
  if (operator === undefined) throw invalidQuery(operatorPlace, `must be one of ${OPERATORS.join(', ')}`);
  const conditions = parseOptionalList(fields['conditions'], `${place}.conditions`, 50).map((each, at) =>
    parseCondition(each, `${place}.conditions[${at}]`, CONDITIONS),
  );
  const members = fields['fields'];
  if (members !== undefined && operator !== 'push') throw invalidQuery(`${place}.fields`, 'belongs to push');
  const percentile = parsePercentile(operator, fields['percentile'], `${place}.percentile`);
  return {
    ...{ operator, key, conditions, members, percentile, name: parseColumnName(name, namePlace) },
    ...{ place, keyPlace, operatorPlace },
  };
}

function parsePercentile(operator: string, input: unknown, place: string): number {
  if (operator === 'percentile') return parsePercentage(input, place);
  if (input !== undefined) throw invalidQuery(place, 'belongs to the operator percentile');
  return 0;
}

function compileField(rows: Rows, groupField: GroupField, context: StageContext): Expression {
  const { operator, key, members, place, keyPlace, operatorPlace } = groupField;
  const conditions = groupField.conditions
    .map((each) => compileCondition(each, { ...context, resolve: rows.resolve }))
    .filter((sql) => sql !== undefined);
  if (operator === 'count' && key === undefined) {
    const counted = rows.weight === undefined ? 'count(*)' : `sum(${rows.weight})`;
    return number(`coalesce(${counted}${compileFilterClause(conditions)}, 0)`);
  }
  if (rows.weight !== undefined) throw invalidQuery(operatorPlace, 'can only count here');
  if (operator === 'push' && members !== undefined) {
    return compilePushObjects(rows, members, place, conditions, context);
  }
  const field = rejectSecret(rows.resolve(parseKey(key, keyPlace), keyPlace), keyPlace);
  if (operator === 'percentile') return compilePercentile(field, groupField, conditions, context);
  return compileAggregate(operator, field, rows, conditions, operatorPlace);
}

const number = (sql: string): Expression => ({ type: 'number', sql });
const json = (sql: string, shape?: Shape): Expression => ({ type: 'json', sql, shape });
const compileFilterClause = (terms: readonly string[]) =>
  terms.length > 0 ? ` filter (where ${terms.join(' and ')})` : '';

/** Interpolates between the two nearest values; null if there are no numbers. */
function compilePercentile(
  field: Expression,
  { percentile, operatorPlace }: GroupField,
  conditions: readonly string[],
  { values }: StageContext,
): Expression {
  // Number columns are cast directly: a detour over decimals takes as long as sorting.
  const numbers = field.type === 'number' ? `(${field.sql})::float8` : requireNumbers(field, operatorPlace);
  const orderClause = `within group (order by ${numbers})`;
  const found = `percentile_cont(${values.add(percentile / 100, 'float8')}) ${orderClause}${compileFilterClause(conditions)}`;
  // Converted to a decimal, because interpolation in binary adds meaningless digits.
  return number(`trim_scale((${found})::numeric)`);
}

function requireNumbers(field: Expression, place: string): string {
  if (field.type !== 'number' && field.type !== 'json') throw invalidQuery(place, 'fits only numbers');
  return toNumberSql(field);
}

function compileAggregate(
  operator: Exclude<GroupField['operator'], 'percentile'>,
  field: Expression,
  rows: Rows,
  conditions: readonly string[],
  place: string,
): Expression {
  const compileWhen = (...more: string[]) => compileFilterClause([...conditions, ...more]);
  const present = `${field.sql} is not null`;
  const orderClause = compileOrderBy(getFullOrder(rows));
  switch (operator) {
    case 'count':
      return number(`count(*)${compileWhen(present)}`);
    case 'sum':
    case 'average': {
      const of = requireNumbers(field, place);
      const sql =
        operator === 'sum'
          ? `coalesce(sum(${of})${compileWhen()}, 0)`
          : `trim_scale(avg(${of})${compileWhen()})`;
      return number(sql);
    }
    case 'max':
    case 'min':
      return compileExtreme(operator, field, compileWhen());
    case 'first':
    case 'last':
      return withSql(field, `tocsin_${operator}(${field.sql} order by ${orderClause})${compileWhen()}`);
    case 'push':
      return compileListAggregate(toJsonbSql(field), getShape(field), compileWhen(present), {
        order: orderClause,
      });
    case 'add_to_set':
      return compileListAggregate(toJsonbSql(field), getShape(field), compileWhen(present), { isSet: true });
    case 'merge_objects':
      if (field.type !== 'json') throw invalidQuery(place, 'fits only objects');
      return json(
        `coalesce(tocsin_merge(${field.sql}, ${MAX_BYTES} order by ${orderClause})${compileWhen(`jsonb_typeof(${field.sql}) = 'object'`)}, '{}')`,
        field.shape,
      );
    default:
      return operator satisfies never;
  }
}

/** Builds a list, and fails as soon as the list is too large: the database keeps all of it in memory. */
function compileListAggregate(
  each: string,
  of: Shape | undefined,
  when: string,
  { order, isSet = false }: { readonly order?: string; readonly isSet?: boolean },
): Expression {
  const distinct = isSet ? 'distinct ' : '';
  const made = `jsonb_agg(${distinct}${each}${order === undefined ? '' : ` order by ${order}`})${when}`;
  const sizeCheck = `tocsin_weigh(${distinct}${each}, ${MAX_BYTES})${when}`;
  return json(`coalesce(case when ${sizeCheck} >= 0 then ${made} end, '[]')`, { type: 'list', of });
}

/** Returns the field with another expression, which the id can no longer replace. */
function withSql(field: Expression, sql: string): Expression {
  return field.type === 'date'
    ? { type: 'date', sql }
    : { ...field, sql, required: false, jsonPath: undefined };
}

function compileExtreme(operator: 'max' | 'min', field: Expression, when: string): Expression {
  const toAggregateSql = (sql: string) => `${operator}(${sql})${when}`;
  switch (field.type) {
    case 'enum':
      if (field.ranked)
        return withSql(field, toWordSql(toAggregateSql(toRankSql(field.sql, field.values)), field.values));
      return withSql(field, toAggregateSql(`${field.sql} ${BY_CODE_POINT}`));
    case 'text':
      return withSql(field, toAggregateSql(`${field.sql} ${BY_CODE_POINT}`));
    case 'id':
      // Not every version of PostgreSQL has min and max of uuids. Their text has the same order.
      return withSql(field, `(${toAggregateSql(`${field.sql}::text`)})::uuid`);
    case 'boolean':
      return withSql(field, `(${toAggregateSql(`${field.sql}::int`)})::boolean`);
    case 'json': {
      // As in sorting, numbers come before texts.
      const candidates = [
        `to_jsonb(${toAggregateSql(toNumberSql(field))})`,
        `to_jsonb(${toAggregateSql(`${toTextSql(field)} ${BY_CODE_POINT}`)})`,
      ];
      return json(
        `coalesce(${(operator === 'min' ? candidates : candidates.toReversed()).join(', ')})`,
        field.shape,
      );
    }
    default:
      return withSql(field, toAggregateSql(field.sql));
  }
}

/** Returns SQL for the word of a rank. */
function toWordSql(rank: string, values: readonly string[]): string {
  return `('{${values.toReversed().join(',')}}'::text[])[${rank}]`;
}

function compilePushObjects(
  rows: Rows,
  input: unknown,
  place: string,
  conditions: readonly string[],
  context: StageContext,
): Expression {
  const members = parseList(input, `${place}.fields`, MAX_COLUMNS).map((each, at) => {
    const itemPlace = `${place}.fields[${at}]`;
    const fields = parseObject(each, itemPlace, ['key', 'k', 'name', 'n']);
    const [key, keyPlace] = parseAliased(fields, itemPlace, 'key', 'k');
    const [name, namePlace] = parseAliased(fields, itemPlace, 'name', 'n');
    const field = rejectSecret(rows.resolve(parseKey(key, keyPlace), keyPlace), keyPlace);
    return { name: parseColumnName(name, namePlace, String(key)), field };
  });
  if (members.length === 0) throw invalidQuery(`${place}.fields`, 'must not be empty');
  const pairs = members.map(({ name, field }) => `${context.values.add(name, 'text')}, ${toJsonbSql(field)}`);
  const made = `jsonb_build_object(${pairs.join(', ')})`;
  const shapes = Object.fromEntries(members.map(({ name, field }) => [name, getShape(field)]));
  const order = compileOrderBy(getFullOrder(rows));
  return compileListAggregate(made, { type: 'object', fields: shapes }, compileFilterClause(conditions), {
    order,
  });
}

export { OPERATORS as GROUP_OPERATORS };
