import { getElementShape, compileElements, parseKey, type Expression, toInstantSql } from './expression.js';
import { rejectSecret, parseColumnName } from './select-columns.js';
import { parseAliased, parseObject } from './parse-fields.js';
import type { Column, Rows, StageContext } from './rows.js';
import { invalidQuery, abbreviate } from './invalid-query.js';
import type { SqlParameters } from './statement.js';

/**
 * The three-letter names of the IANA database, with the names that PostgreSQL gets instead: it reads most of them as an
 * abbreviation, a fixed offset without daylight saving. Other abbreviations mean something else to PostgreSQL than to ICU.
 */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  EST: 'EST',
  GMT: 'GMT',
  HST: 'HST',
  MET: 'Europe/Brussels',
  MST: 'MST',
  PRC: 'Asia/Shanghai',
  ROC: 'Asia/Taipei',
  ROK: 'Asia/Seoul',
  UCT: 'UTC',
  UTC: 'UTC',
  WET: 'Europe/Lisbon',
};

/** @returns the name of the zone in PostgreSQL */
function parseTimeZone(zone: unknown, place: string): string {
  if (zone === undefined || zone === null) return 'UTC';
  const postgresZone = typeof zone === 'string' ? toPostgresZone(zone) : undefined;
  if (postgresZone === undefined) throw invalidQuery(place, 'must be an IANA time zone, like Europe/Berlin');
  return postgresZone;
}

function toPostgresZone(name: string): string | undefined {
  if (/^[A-Z]{3}$/i.test(name)) return ABBREVIATIONS[name.toUpperCase()];
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return name;
  } catch {
    return undefined;
  }
}

const DATE_PARTS = ['year', 'month', 'day', 'hour'];
const TEMPLATES: Readonly<Record<string, string>> = {
  '%Y': 'YYYY',
  '%m': 'MM',
  '%d': 'DD',
  '%H': 'HH24',
  '%M': 'MI',
  '%S': 'SS',
  '%j': 'DDD',
  '%G': 'IYYY',
  '%V': 'IW',
  '%u': 'ID',
};

/** Returns a part of an instant as a number, or the instant formatted by a pattern, in a time zone. */
function compileDateFormat(
  field: Expression,
  options: { readonly format: unknown; readonly zone: string; readonly place: string },
  values: SqlParameters,
): Expression {
  const { format, place } = options;
  if (field.type !== 'date' && field.type !== 'json') {
    throw invalidQuery(`${place}.date_format`, 'fits only a date');
  }
  const zone = values.add(options.zone, 'text');
  const local = `${toInstantSql(field)} at time zone ${zone}`;
  if (DATE_PARTS.includes(String(format)))
    return { type: 'number', sql: `extract(${String(format)} from ${local})::int` };
  const template = values.add(compileTemplate(format, `${place}.date_format`), 'text');
  return { type: 'text', sql: `to_char(${local}, ${template})` };
}

function compileTemplate(format: unknown, place: string): string {
  const known = Object.keys(TEMPLATES).join(' ');
  if (typeof format !== 'string' || !format.includes('%') || format.length > 100) {
    throw invalidQuery(place, `must be ${DATE_PARTS.join(', ')} or a pattern of ${known}`);
  }
  return (format.match(/%[\s\S]?|[^%]+/g) ?? [])
    .map((part) => {
      if (!part.startsWith('%')) return quoteLiteral(part);
      const template = TEMPLATES[part];
      if (template === undefined)
        throw invalidQuery(place, `has an unknown ${abbreviate(part)}; known are ${known}`);
      // The empty quotes end the template, so that it cannot combine with the next one.
      return `${template}""`;
    })
    .join('');
}

/** Quotes literal text for to_char. */
function quoteLiteral(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}

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
