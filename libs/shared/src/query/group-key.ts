import { formatDate } from './date-format.js';
import { elementShapeOf, elementsOf } from './elements.js';
import { readKey, type Expression } from './expression.js';
import { notSecret, readName } from './named-columns.js';
import { either, parseObject } from './parse-fields.js';
import type { Column, Rows, StageContext } from './rows.js';
import { readZone } from './time-zone.js';

export interface GroupKey {
  readonly key: string;
  readonly keyPlace: string;
  readonly name: string;
  readonly format: unknown;
  readonly zone: string;
  readonly place: string;
}

export function readGroupKey(given: unknown, place: string): GroupKey {
  const fields = parseObject(given, place, ['key', 'k', 'name', 'n', 'date_format', 'time_zone']);
  const [key, keyPlace] = either(fields, place, 'key', 'k');
  const [name, namePlace] = either(fields, place, 'name', 'n');
  return {
    key: readKey(key, keyPlace),
    keyPlace,
    name: readName(name, namePlace, String(key)),
    format: fields['date_format'] ?? undefined,
    zone: readZone(fields['time_zone'], `${place}.time_zone`),
    place,
  };
}

/** Returns the keys of a group as columns, with the rows that have these columns. */
export function keyColumns(
  rows: Rows,
  keys: readonly GroupKey[],
  context: StageContext,
): { readonly rows: Rows; readonly columns: readonly Column[] } {
  const fields = keys.map(({ key, keyPlace }) => notSecret(rows.resolve(key, keyPlace), keyPlace));
  const found = perElement(rows, fields, context);
  return {
    ...found,
    columns: keys.map((key, at) => keyColumn(key, found.fields[at] as Expression, context)),
  };
}

function keyColumn({ name, ...given }: GroupKey, field: Expression, context: StageContext): Column {
  const value = given.format === undefined ? field : formatDate(field, given, context.values);
  // A group has no id that could replace the instant.
  return { name, value: value.type === 'date' ? { type: value.type, sql: value.sql } : value, isKey: true };
}

/** Multiplies rows that are grouped by a list: a row is counted once under each distinct element. */
function perElement(
  rows: Rows,
  fields: readonly Expression[],
  context: StageContext,
): { readonly rows: Rows; readonly fields: readonly Expression[] } {
  const keys = fields.map((field) => ({
    field,
    alias: field.type === 'json' ? context.newName() : undefined,
  }));
  const lists = keys.flatMap(({ field, alias }) => (alias === undefined ? [] : [{ field, alias }]));
  if (lists.length === 0) return { rows, fields };
  const selected = lists.map(({ alias }) => `nullif(${alias}.value, 'null') as ${alias}`).join(', ');
  const joins = lists.map(({ field, alias }) => differentElements(elementsOf(field), `${alias}_list`, alias));
  return {
    rows: {
      ...rows,
      relation: `(select r.*, ${selected} from ${rows.relation} r ${joins.join(' ')} where ${rows.where})`,
      where: 'true',
    },
    fields: keys.map(({ field, alias }) =>
      alias === undefined ? field : { type: 'json', sql: `r.${alias}`, shape: elementShapeOf(field) },
    ),
  };
}

/**
 * Returns each distinct element once, or one null if there is none. The list is read once, and a list of one value is not
 * sorted.
 */
function differentElements(elements: string, list: string, alias: string): string {
  return `cross join lateral (select coalesce(${elements}, '[]') as value offset 0) ${list}
    cross join lateral jsonb_array_elements(case
      when jsonb_array_length(${list}.value) > 1 then (
        select coalesce(jsonb_agg(distinct e.value), '[null]') from jsonb_array_elements(${list}.value) e
        where e.value <> 'null'
      )
      when ${list}.value <> '[]' then ${list}.value
      else '[null]' end) ${alias}`;
}
