import { numberOf, readKey, type Expression } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { either, parseList, parseObject, parseOptionalList, parseText } from './parse-fields.js';
import { ordered, type Column, type Rows, type StageContext } from './rows.js';
import { isNumber, readNumber } from './scalar.js';
import { named, notSecret, readName } from './named-columns.js';

const SIGNS = { add: '+', subtract: '-', multiply: '*', divide: '/' } as const;
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
export function project(rows: Rows, given: unknown, place: string, context: StageContext): Rows {
  const stage = parseObject(given, place, ['fields', 'exclude_keys']);
  if (rows.weight !== undefined) throw invalidQuery(place, 'can only count here');
  const fields = parseOptionalList(stage['fields'], `${place}.fields`, 50).map((each, at) =>
    readField(rows, each, `${place}.fields[${at}]`, context),
  );
  const excluded = readExcluded(stage['exclude_keys'], `${place}.exclude_keys`);
  const kept = (rows.columns ?? []).filter(
    ({ name, isKey }) => isKey && !excluded(name) && !fields.some((each) => each.name === name),
  );
  if (kept.length + fields.length > 50) throw invalidQuery(place, 'has more than 50 columns');
  const projected = named(rows, [...kept, ...fields], place, context, '');
  const { columns = [] } = projected;
  // The columns that the rows were ordered by are gone. The order is carried along in columns of its own.
  const carried = ordered(rows).map((term) => ({ term, alias: context.newName() }));
  if (carried.length === 0) return projected;
  const more = carried.map(({ term, alias }) => `${term.sql} as ${alias}`).join(', ');
  return {
    ...projected,
    columns,
    relation: projected.relation.replace('(select ', () => `(select ${more}, `),
    order: carried.map(({ term, alias }) => ({ ...term, sql: `r.${alias}` })),
  };
}

function readExcluded(given: unknown, place: string): (name: string) => boolean {
  if (given === undefined || given === null || typeof given === 'boolean') return () => given === true;
  const names = new Set(
    parseList(given, place, 50).map((each, at) => parseText(each, `${place}[${at}]`, 128)),
  );
  return (name) => names.has(name);
}

function readField(rows: Rows, given: unknown, place: string, context: StageContext): Column {
  const fields = parseObject(given, place, ['key', 'k', 'name', 'n', 'operator', 'o', 'fields']);
  const [key, keyPlace] = either(fields, place, 'key', 'k');
  const [name, namePlace] = either(fields, place, 'name', 'n');
  const [asked, operatorPlace] = either(fields, place, 'operator', 'o');
  const of = () => notSecret(rows.resolve(readKey(key, keyPlace), keyPlace), keyPlace);
  if (asked === undefined || asked === null) {
    const value = of();
    return {
      name: readName(name, namePlace, String(key)),
      value: value.type === 'date' ? { type: 'date', sql: value.sql } : value,
    };
  }
  const operator = OPERATORS.find((each) => each === asked);
  if (operator === undefined) throw invalidQuery(operatorPlace, `must be one of ${OPERATORS.join(', ')}`);
  const base = { name: readName(name, namePlace) };
  switch (operator) {
    case 'size':
    case 'array_to_object':
    case 'object_to_array': {
      const field = of();
      if (field.type !== 'json') throw invalidQuery(operatorPlace, 'fits only lists and objects');
      return { ...base, value: reshape(operator, field.sql) };
    }
    default: {
      const terms = operands(rows, fields['fields'], key, place, context);
      // Division by zero results in null.
      const [first = 'null', ...rest] =
        operator === 'divide' ? terms.map((term, at) => (at === 0 ? term : `nullif(${term}, 0)`)) : terms;
      return {
        ...base,
        value: { type: 'number', sql: `trim_scale(${[first, ...rest].join(` ${SIGNS[operator]} `)})` },
      };
    }
  }
}

/** Returns the operands of an arithmetic operator: `key` first if it is given, then those of `fields`. */
function operands(
  rows: Rows,
  given: unknown,
  key: unknown,
  place: string,
  { values }: StageContext,
): readonly string[] {
  const listed = parseList(given, `${place}.fields`, 20).map(
    (each, at) => [each, `${place}.fields[${at}]`] as const,
  );
  const all = key === undefined ? listed : [[key, `${place}.key`] as const, ...listed];
  if (all.length < 2) throw invalidQuery(`${place}.fields`, 'must name at least two keys or numbers');
  return all.map(([each, here]) => {
    if (isNumber(each)) return values.add(readNumber(each, here), 'numeric');
    const named =
      typeof each === 'string' ? each : either(parseObject(each, here, ['key', 'k']), here, 'key', 'k')[0];
    const field = rows.resolve(readKey(named, here), here);
    if (field.type !== 'number' && field.type !== 'json') throw invalidQuery(here, 'is not a number');
    return numberOf(field);
  });
}

function reshape(operator: 'size' | 'array_to_object' | 'object_to_array', sql: string): Expression {
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
