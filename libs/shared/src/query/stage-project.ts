import { toNumberSql, parseKey, type Expression, isNumber, parseNumber } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { parseAliased, parseList, parseObject, parseOptionalList, parseText } from './parse-fields.js';
import { getFullOrder, type Column, type Rows, type StageContext } from './rows.js';
import { selectColumns, rejectSecret, parseColumnName } from './select-columns.js';

const ARITHMETIC_SIGNS = { add: '+', subtract: '-', multiply: '*', divide: '/' } as const;
const OPERATORS = [
  'size',
  'add',
  'subtract',
  'multiply',
  'divide',
  'array_to_object',
  'object_to_array',
] as const;

/**
 * Applies `{fields: [{key, name, operator, fields}], exclude_keys}`. The keys of the group before stay, unless `exclude_keys`
 * is true or lists their names. Arithmetic operators calculate with the keys or numbers that `fields` lists.
 */
export function applyProject(rows: Rows, input: unknown, place: string, context: StageContext): Rows {
  const stage = parseObject(input, place, ['fields', 'exclude_keys']);
  if (rows.weight !== undefined) throw invalidQuery(place, 'can only count here');
  const fields = parseOptionalList(stage['fields'], `${place}.fields`, 50).map((each, at) =>
    parseField(rows, each, `${place}.fields[${at}]`, context),
  );
  const isExcluded = parseExcluded(stage['exclude_keys'], `${place}.exclude_keys`);
  const groupKeys = (rows.columns ?? []).filter(
    ({ name, isKey }) => isKey && !isExcluded(name) && !fields.some((each) => each.name === name),
  );
  if (groupKeys.length + fields.length > 50) throw invalidQuery(place, 'has more than 50 columns');
  const projected = selectColumns(rows, [...groupKeys, ...fields], place, context, '');
  const { columns = [] } = projected;
  // The columns that the rows were ordered by are gone. The order is carried along in columns of its own.
  const sortColumns = getFullOrder(rows).map((term) => ({ term, alias: context.newName() }));
  if (sortColumns.length === 0) return projected;
  const sortSelects = sortColumns.map(({ term, alias }) => `${term.sql} as ${alias}`).join(', ');
  return {
    ...projected,
    columns,
    relation: projected.relation.replace('(select ', () => `(select ${sortSelects}, `),
    order: sortColumns.map(({ term, alias }) => ({ ...term, sql: `r.${alias}` })),
  };
}

function parseExcluded(input: unknown, place: string): (name: string) => boolean {
  if (input === undefined || input === null || typeof input === 'boolean') return () => input === true;
  const names = new Set(
    parseList(input, place, 50).map((each, at) => parseText(each, `${place}[${at}]`, 128)),
  );
  return (name) => names.has(name);
}

function parseField(rows: Rows, input: unknown, place: string, context: StageContext): Column {
  const fields = parseObject(input, place, ['key', 'k', 'name', 'n', 'operator', 'o', 'fields']);
  const [key, keyPlace] = parseAliased(fields, place, 'key', 'k');
  const [name, namePlace] = parseAliased(fields, place, 'name', 'n');
  const [operatorName, operatorPlace] = parseAliased(fields, place, 'operator', 'o');
  const resolveField = () => rejectSecret(rows.resolve(parseKey(key, keyPlace), keyPlace), keyPlace);
  if (operatorName === undefined || operatorName === null) {
    const value = resolveField();
    return {
      name: parseColumnName(name, namePlace, String(key)),
      value: value.type === 'date' ? { type: 'date', sql: value.sql } : value,
    };
  }
  const operator = OPERATORS.find((each) => each === operatorName);
  if (operator === undefined) throw invalidQuery(operatorPlace, `must be one of ${OPERATORS.join(', ')}`);
  const base = { name: parseColumnName(name, namePlace) };
  switch (operator) {
    case 'size':
    case 'array_to_object':
    case 'object_to_array': {
      const field = resolveField();
      if (field.type !== 'json') throw invalidQuery(operatorPlace, 'fits only lists and objects');
      return { ...base, value: compileReshape(operator, field.sql) };
    }
    default: {
      const terms = compileOperands(rows, fields['fields'], key, place, context);
      // Division by zero results in null.
      const [first = 'null', ...rest] =
        operator === 'divide' ? terms.map((term, at) => (at === 0 ? term : `nullif(${term}, 0)`)) : terms;
      return {
        ...base,
        value: {
          type: 'number',
          sql: `trim_scale(${[first, ...rest].join(` ${ARITHMETIC_SIGNS[operator]} `)})`,
        },
      };
    }
  }
}

/** Returns the operands of an arithmetic operator: `key` first if it is given, then those of `fields`. */
function compileOperands(
  rows: Rows,
  input: unknown,
  key: unknown,
  place: string,
  { values }: StageContext,
): readonly string[] {
  const inputs = parseList(input, `${place}.fields`, 20).map(
    (each, at) => [each, `${place}.fields[${at}]`] as const,
  );
  const allInputs = key === undefined ? inputs : [[key, `${place}.key`] as const, ...inputs];
  if (allInputs.length < 2) throw invalidQuery(`${place}.fields`, 'must name at least two keys or numbers');
  return allInputs.map(([each, itemPlace]) => {
    if (isNumber(each)) return values.add(parseNumber(each, itemPlace), 'numeric');
    const keyInput =
      typeof each === 'string'
        ? each
        : parseAliased(parseObject(each, itemPlace, ['key', 'k']), itemPlace, 'key', 'k')[0];
    const field = rows.resolve(parseKey(keyInput, itemPlace), itemPlace);
    if (field.type !== 'number' && field.type !== 'json') throw invalidQuery(itemPlace, 'is not a number');
    return toNumberSql(field);
  });
}

function compileReshape(operator: 'size' | 'array_to_object' | 'object_to_array', sql: string): Expression {
  const list = `case when jsonb_typeof(${sql}) = 'array' then ${sql} end`;
  if (operator === 'size') return { type: 'number', sql: `jsonb_array_length(${list})` };
  return {
    type: 'json',
    sql:
      operator === 'array_to_object'
        ? `(select jsonb_object_agg(e.value ->> 'k', e.value -> 'v') from jsonb_array_elements(${list}) e
            where e.value ->> 'k' is not null)`
        : `(select jsonb_agg(jsonb_build_object('k', e.key, 'v', e.value) order by e.key collate "C")
            from jsonb_each(case when jsonb_typeof(${sql}) = 'object' then ${sql} end) e)`,
  };
}

export { OPERATORS as PROJECT_OPERATORS };
