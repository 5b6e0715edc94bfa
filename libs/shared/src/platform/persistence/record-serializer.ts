import { types, type FieldDef, type QueryResultRow } from 'pg';
import { formatId } from '../../kernel/ids.js';
import { parseJson } from '../../kernel/json.js';
import { getTopLevelField } from '../../kernel/key-path.js';
import { pickFields } from '../../kernel/pick-fields.js';
import {
  getComputedSql,
  type ColumnField,
  type InfoOf,
  type RecordField,
  type RecordFields,
} from '../../query/record.js';
import type { TextRow } from './run-cancellable.js';

/** Converts the rows of a list to the JSON of its records. */
export interface RowSerializer {
  /** Returns the select list, over the alias `r`, for these top-level fields of the record; not set: all. */
  select(fields?: Iterable<string>): string;
  /**
   * Returns a function that writes a row which was selected for the fields that `keys` begin with; without keys, for all
   * fields.
   */
  createWriter(keys: readonly string[] | undefined): (cells: TextRow, columns: readonly FieldDef[]) => string;
}

/** Also reads single records. */
export interface RecordReader extends RowSerializer {
  /** Returns the record of a row for which all fields were selected. */
  read(row: QueryResultRow): object;
}

/** The serialization of a field: its columns, how it is written as JSON, and how it is read from a row. */
interface FieldSerializer {
  readonly columns: readonly string[];
  /** @param at the position of its first column */
  readonly write: (cells: TextRow, at: number) => string;
  /** Reads a row as the driver returns it. */
  readonly read: (row: QueryResultRow) => unknown;
}

/** Writes a described record as JSON, directly from the texts that the database sends, without converting them to values. */
export class RecordSerializer<Fields extends RecordFields> implements RecordReader {
  private readonly fields: ReadonlyMap<string, FieldSerializer>;

  constructor(recordFields: Fields) {
    this.fields = new Map(
      Object.entries(recordFields).map(([name, field]) => [name, createFieldSerializer(name, field)]),
    );
  }

  select(fields: Iterable<string> = this.fields.keys()): string {
    return [...fields].flatMap((name) => this.field(name).columns).join(', ');
  }

  createWriter(keys: readonly string[] | undefined): (cells: TextRow) => string {
    const names = keys ? [...new Set(keys.map(getTopLevelField))] : [...this.fields.keys()];
    const write = createObjectWriter(names.map((name) => [name, this.field(name)]));
    if (keys === undefined || keys.every((key) => key === getTopLevelField(key)))
      return (cells) => write(cells, 0);
    return (cells) => JSON.stringify(pickFields(parseJson(write(cells, 0)) as object, keys, names));
  }

  read(row: QueryResultRow): InfoOf<Fields> {
    return readFields(this.fields, row) as InfoOf<Fields>;
  }

  private field(name: string): FieldSerializer {
    const found = this.fields.get(name);
    if (found === undefined) throw new Error(`${name} is no field of the record`);
    return found;
  }
}

/**
 * Returns a writer for records that are computed from whole rows.
 * @param record returns all fields of a record, of which those are written that `keys` begin with; without keys, all
 */
export function createRowSerializer<Row extends QueryResultRow>(
  record: (row: Row, keys: readonly string[] | undefined) => object,
  fields: readonly string[],
): RecordReader {
  return {
    select: () => 'r.*',
    read: (row) => record(row as Row, undefined),
    createWriter: (keys) => (cells, columns) =>
      JSON.stringify(pickFields(record(readRow(cells, columns) as Row, keys), keys, fields)),
  };
}

/** Returns the values of a row as the driver does. */
export function readRow(cells: TextRow, columns: readonly FieldDef[]): QueryResultRow {
  return Object.fromEntries(
    columns.map(({ name, dataTypeID }, at) => {
      const cell = cells[at] ?? null;
      return [name, cell === null ? null : (types.getTypeParser(dataTypeID, 'text')(cell) as unknown)];
    }),
  );
}

function createFieldSerializer(name: string, field: RecordField): FieldSerializer {
  if (field.type !== 'object') return createColumnSerializer(field.column ?? name, field);
  const parts = new Map(
    Object.entries(field.fields).map(([part, of]) => [part, createColumnSerializer(of.column ?? part, of)]),
  );
  return {
    columns: [...parts.values()].flatMap(({ columns }) => columns),
    write: createObjectWriter([...parts]),
    read: (row) => readFields(parts, row),
  };
}

function readFields(fields: ReadonlyMap<string, FieldSerializer>, row: QueryResultRow): object {
  return Object.fromEntries(Array.from(fields, ([name, { read }]) => [name, read(row)]));
}

function createColumnSerializer(column: string, field: ColumnField): FieldSerializer {
  const { write, read } = getCodec(field);
  return {
    columns: [selectSql(column, field)],
    write: (cells, at) => {
      const cell = cells[at];
      return cell === null || cell === undefined ? 'null' : write(cell);
    },
    read: (row) => {
      const value: unknown = row[column];
      if (value === undefined && getComputedSql(field) !== undefined)
        throw new Error(`${column} was not selected`);
      return value === null || value === undefined ? null : read(value);
    },
  };
}

function selectSql(column: string, field: ColumnField): string {
  const computed = getComputedSql(field);
  if (field.type === 'labels') return `coalesce(${computed ?? column}, '{}')::text as ${column}`;
  if (computed !== undefined) return `${computed} as ${column}`;
  if (field.type === 'list') return `coalesce(${column}, '[]')::text as ${column}`;
  return field.type === 'json' ? `${column}::text` : column;
}

interface Codec {
  readonly write: (cell: string) => string;
  readonly read: (value: unknown) => unknown;
}

const identity = (value: unknown) => value;

function getCodec(field: ColumnField): Codec {
  switch (field.type) {
    case 'text':
    case 'name':
    case 'callerId':
    case 'userId':
    case 'textId':
      return { write: quote, read: identity };
    case 'enum':
      // A word from our code, which has nothing to escape.
      return { write: (value) => `"${value}"`, read: identity };
    case 'id':
      return {
        write: (uuid) => `"${formatId(field.kind, uuid)}"`,
        read: (uuid) => formatId(field.kind, uuid as string),
      };
    case 'date':
      return { write: (value) => `"${toIsoString(value)}"`, read: (value) => (value as Date).toISOString() };
    case 'number':
      return { write: (digits) => digits, read: Number };
    case 'boolean':
      return { write: (letter) => String(letter === 't'), read: identity };
    case 'json':
    case 'labels':
    case 'list':
      // Unchanged, so that every digit of a number is kept.
      return { write: (value) => value, read: (value) => parseJson(value as string) };
    default:
      return field satisfies never;
  }
}

function createObjectWriter(
  fields: readonly (readonly [name: string, field: FieldSerializer])[],
): FieldSerializer['write'] {
  let columns = 0;
  const parts = fields.map(([name, { columns: fieldColumns, write }], place) => {
    const part = { before: `${place === 0 ? '{' : ','}"${name}":`, write, from: columns };
    columns += fieldColumns.length;
    return part;
  });
  return (cells, at) => {
    let written = '';
    for (const { before, write, from } of parts) written += before + write(cells, at + from);
    return `${written}}`;
  };
}

// Stored text is well-formed: the database accepts no lone surrogates.
const TO_ESCAPE = /["\\\u0000-\u001F]/;

function quote(value: string): string {
  return TO_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
}

const UTC = '+00';
const SECONDS_LENGTH = '2026-01-02 03:04:05'.length;
const FRACTION = '.000';
const parseDate = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (value: string) => Date;

/** Converts `2026-01-02 03:04:05.678+00`, the format of a connection in UTC, as text. Other formats are parsed. */
function toIsoString(value: string): string {
  const fraction = value.slice(SECONDS_LENGTH, -UTC.length);
  const isPlain = value[10] === ' ' && value.endsWith(UTC) && fraction.length <= FRACTION.length;
  if (!isPlain) return parseDate(value).toISOString();
  const milliseconds = fraction === '' ? FRACTION : fraction.padEnd(FRACTION.length, '0');
  return `${value.slice(0, 10)}T${value.slice(11, SECONDS_LENGTH)}${milliseconds}Z`;
}
