import { compileDateFormat } from './date-format.js';
import { getElementShape, compileElements } from './elements.js';
import { parseKey, type Expression } from './expression.js';
import { rejectSecret, parseColumnName } from './select-columns.js';
import { parseAliased, parseObject } from './parse-fields.js';
import type { Column, Rows, StageContext } from './rows.js';
import { parseTimeZone } from './time-zone.js';

export interface GroupKey {
  readonly key: string;
  readonly keyPlace: string;
  readonly name: string;
  readonly format: unknown;
  readonly zone: string;
  readonly place: string;
}

export function parseGroupKey(input: unknown, place: string): GroupKey {
  const fields = parseObject(input, place, ['key', 'k', 'name', 'n', 'date_format', 'time_zone']);
  const [key, keyPlace] = parseAliased(fields, place, 'key', 'k');
  const [name, namePlace] = parseAliased(fields, place, 'name', 'n');
  return {
    key: parseKey(key, keyPlace),
    keyPlace,
    name: parseColumnName(name, namePlace, String(key)),
    format: fields['date_format'] ?? undefined,
    zone: parseTimeZone(fields['time_zone'], `${place}.time_zone`),
    place,
  };
}

/** Returns the keys of a group as columns, with the rows that have these columns. */
export function compileKeyColumns(
  rows: Rows,
  keys: readonly GroupKey[],
  context: StageContext,
): { readonly rows: Rows; readonly columns: readonly Column[] } {
  const fields = keys.map(({ key, keyPlace }) => rejectSecret(rows.resolve(key, keyPlace), keyPlace));
  const expanded = expandLists(rows, fields, context);
  return {
    ...expanded,
    columns: keys.map((key, at) => compileKeyColumn(key, expanded.fields[at] as Expression, context)),
  };
}

function compileKeyColumn(
  { name, ...dateOptions }: GroupKey,
  field: Expression,
  context: StageContext,
): Column {
  const value =
    dateOptions.format === undefined ? field : compileDateFormat(field, dateOptions, context.values);
  // A group has no id that could replace the instant.
  return { name, value: value.type === 'date' ? { type: value.type, sql: value.sql } : value, isKey: true };
}

/** Multiplies rows that are grouped by a list: a row is counted once under each distinct element. */
function expandLists(
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
  const joins = lists.map(({ field, alias }) =>
    expandDistinctElements(compileElements(field), `${alias}_list`, alias),
  );
  return {
    rows: {
      ...rows,
      relation: `(select r.*, ${selected} from ${rows.relation} r ${joins.join(' ')} where ${rows.where})`,
      where: 'true',
    },
    fields: keys.map(({ field, alias }) =>
      alias === undefined ? field : { type: 'json', sql: `r.${alias}`, shape: getElementShape(field) },
    ),
  };
}

/**
 * Returns each distinct element once, or one null if there is none. The list is read once, and a list of one value is not
 * sorted.
 */
function expandDistinctElements(elements: string, list: string, alias: string): string {
  return `cross join lateral (select coalesce(${elements}, '[]') as value offset 0) ${list}
    cross join lateral jsonb_array_elements(case
      when jsonb_array_length(${list}.value) > 1 then (
        select coalesce(jsonb_agg(distinct e.value), '[null]') from jsonb_array_elements(${list}.value) e
        where e.value <> 'null'
      )
      when ${list}.value <> '[]' then ${list}.value
      else '[null]' end) ${alias}`;
}
