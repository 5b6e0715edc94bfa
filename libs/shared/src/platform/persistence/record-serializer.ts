import { types, type QueryResultRow } from 'pg';
import { formatId } from '../../kernel/ids.js';
import { parseJson, type Json } from '../../kernel/json.js';
import { getTopLevelField } from '../../kernel/key-path.js';
import { pickFields } from '../../kernel/pick-fields.js';
import type { Scope } from '../../kernel/scope.js';
import {
  getComputedSql,
  isJson,
  isShownAsStored,
  type ColumnField,
  type InfoOf,
  type RecordField,
  type RecordFields,
} from '../../query/record.js';
import type { TextRow } from './run-cancellable.js';

/** What fields are derived from: JSON of a column, which is read once for each row. */
export interface DerivedFrom {
  readonly column: string;
  /**
   * Returns what the fields are derived from. Default: the JSON itself.
   * @param scope of the caller, who may be shown less than others
   */
  readonly read?: (stored: never, scope: Scope) => unknown;
}

const identity = (value: unknown) => value;

type Write = (cells: TextRow) => string;
/** Returns what fields of a row are derived from. */
type GetSource = (row: object, stored: unknown) => unknown;

/** The serialization of a field: its columns, how it is written as JSON, and how it is read from a row. */
interface FieldSerializer {
  /** Items of a select list. */
  readonly columns: readonly string[];
  /** @param findCell returns the position of a column */
  readonly createWriter: (findCell: (column: string) => number, getSource: GetSource) => Write;
  /** Reads a row as the driver returns it. */
  readonly read: (row: QueryResultRow, getSource: GetSource) => unknown;
}

/** Writes a described record as JSON, directly from the texts that the database sends, without converting them to values. */
export class RecordSerializer<Fields extends RecordFields = RecordFields> {
  private readonly fields: ReadonlyMap<string, FieldSerializer>;

  constructor(
    recordFields: Fields,
    private readonly derivedFrom?: DerivedFrom,
  ) {
    this.fields = createFieldSerializers(recordFields, derivedFrom?.column);
  }

  /** Returns the select list, over the alias `r`, for these top-level fields of the record; not set: all. */
  select(fields: Iterable<string> = this.fields.keys()): string {
    return this.listColumns(fields).join(', ');
  }

  /**
   * Returns a function that writes a row which was selected for the fields that `keys` begin with; without keys, for all
   * fields.
   * @param scope of the caller, if what is shown depends on it
   */
  createWriter(keys: readonly string[] | undefined, scope?: Scope): Write {
    const names = keys ? [...new Set(keys.map(getTopLevelField))] : [...this.fields.keys()];
    const columns = this.listColumns(names);
    const fields = names.map((name) => [name, this.field(name)] as const);
    const findCell = (column: string) => columns.indexOf(column);
    const write = createObjectWriter(fields, findCell, this.createSource(scope));
    if (keys === undefined || keys.every((key) => key === getTopLevelField(key))) return write;
    return (cells) => JSON.stringify(pickFields(parseJson(write(cells)) as object, keys, names));
  }

  /** Returns the record of a row for which all fields were selected. */
  read(row: QueryResultRow, scope?: Scope): InfoOf<Fields> {
    return readFields(this.fields, row, this.createSource(scope)) as InfoOf<Fields>;
  }

  /** As {@link read}, but returns the parts that `keys` name, and derives no others. @throws as {@link pickFields} */
  pick(row: QueryResultRow, keys: readonly string[] = [], scope?: Scope): Partial<InfoOf<Fields>> {
    if (keys.length === 0) return this.read(row, scope);
    const names = new Set(keys.map(getTopLevelField));
    const fields = [...this.fields].filter(([name]) => names.has(name));
    const record = readFields(fields, row, this.createSource(scope)) as InfoOf<Fields>;
    return pickFields(record, keys, [...this.fields.keys()]);
  }

  private createSource(scope?: Scope): GetSource {
    const { read = identity } = this.derivedFrom ?? {};
    let last: { readonly row: object; readonly source: unknown } | undefined;
    return (row, stored) => {
      if (last?.row !== row)
        last = { row, source: read(parseJson(stored as string) as never, scope as Scope) };
      return last.source;
    };
  }

  /** Fields may share columns. */
  private listColumns(names: Iterable<string>): readonly string[] {
    return [...new Set([...names].flatMap((name) => this.field(name).columns))];
  }

  private field(name: string): FieldSerializer {
    const found = this.fields.get(name);
    if (found === undefined) throw new Error(`${name} is no field of the record`);
    return found;
  }
}

/** @param source the column that fields are derived from */
function createFieldSerializers(fields: RecordFields, source?: string): ReadonlyMap<string, FieldSerializer> {
  return new Map(
    Object.entries(fields).map(([name, field]) => [name, createFieldSerializer(name, field, source)]),
  );
}

function createFieldSerializer(name: string, field: RecordField, source?: string): FieldSerializer {
  if (field.type !== 'object') return createColumnSerializer(name, field, source);
  const { column } = field;
  if (column !== undefined) return createCellSerializer(column, `${column}::text`, createJsonCodec(field));
  const parts = createFieldSerializers(field.fields, source);
  return {
    columns: [...parts.values()].flatMap(({ columns }) => columns),
    createWriter: (findCell, getSource) => createObjectWriter([...parts], findCell, getSource),
    read: (row, getSource) => readFields(parts, row, getSource),
  };
}

function readFields(
  fields: Iterable<[string, FieldSerializer]>,
  row: QueryResultRow,
  getSource: GetSource,
): object {
  return Object.fromEntries(Array.from(fields, ([name, { read }]) => [name, read(row, getSource)]));
}

function createColumnSerializer(name: string, field: ColumnField, source?: string): FieldSerializer {
  if (field.derive !== undefined) {
    if (source === undefined) throw new Error(`${name} is derived, and there is nothing to derive it from`);
    return createDerivedSerializer(source, field.derive);
  }
  const column = field.inside ?? field.column ?? name;
  const codec = field.inside === undefined ? getCodec(field) : createJsonCodec(field, name);
  return createCellSerializer(column, selectSql(column, field), codec);
}

function createCellSerializer(column: string, selected: string, { write, read }: Codec): FieldSerializer {
  return {
    columns: [selected],
    createWriter: (findCell) => {
      const at = findCell(selected);
      return (cells) => {
        const cell = cells[at];
        return cell === null || cell === undefined ? 'null' : write(cell);
      };
    },
    read: (row) => {
      const value: unknown = row[column];
      if (value === undefined && selected.endsWith(` as ${column}`))
        throw new Error(`${column} was not selected`);
      return value === null || value === undefined ? null : read(value);
    },
  };
}

function createDerivedSerializer(column: string, derive: (source: never) => unknown): FieldSerializer {
  const selected = `${column}::text`;
  return {
    columns: [selected],
    createWriter: (findCell, getSource) => {
      const at = findCell(selected);
      return (cells) => JSON.stringify(derive(getSource(cells, cells[at]) as never));
    },
    read: (row, getSource) => derive(getSource(row, row[column]) as never),
  };
}

function selectSql(column: string, field: ColumnField): string {
  const computed = getComputedSql(field);
  if (field.inside !== undefined) return `${column}::text`;
  if (field.type === 'labels') return `coalesce(${computed ?? column}, '{}')::text as ${column}`;
  if (computed !== undefined) return `${computed} as ${column}`;
  if (field.type === 'list') return `coalesce(${column}, '[]')::text as ${column}`;
  return isJson(field) ? `${column}::text` : column;
}

interface Codec {
  readonly write: (cell: string) => string;
  readonly read: (value: unknown) => unknown;
}

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
    case 'texts':
    case 'tags':
    case 'labels':
    case 'list':
      return createJsonCodec(field);
    default:
      return field satisfies never;
  }
}

/** @param member the name of the field in the stored object; not set: the field is all that is stored */
function createJsonCodec(field: RecordField, member?: string): Codec {
  // Unchanged, so that every digit of a number is kept.
  if (member === undefined && isShownAsStored({ field }))
    return { write: (cell) => cell, read: (value) => parseJson(value as string) };
  const read = (value: unknown): Json => {
    const stored = parseJson(value as string);
    return toShown(member === undefined ? stored : getMember(stored, member), field);
  };
  return { write: (cell) => JSON.stringify(read(cell)), read };
}

const getMember = (stored: Json, name: string): Json =>
  (stored as Readonly<Record<string, Json | undefined>>)[name] ?? null;

/** Converts what is stored in JSON: times and ids are not stored as they are shown. */
function toShown(stored: Json, field: RecordField): Json {
  if (stored === null) return null;
  switch (field.type) {
    case 'id':
      return formatId(field.kind, stored as string);
    case 'date':
      return new Date(stored as string).toISOString();
    case 'object':
      return showFields(stored, field.fields);
    case 'list':
      return (stored as readonly Json[]).map((element) => showFields(element, field.fields));
    default:
      return stored;
  }
}

function showFields(stored: Json, fields: RecordFields): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toShown(getMember(stored, name), field)]),
  );
}

function createObjectWriter(
  fields: readonly (readonly [name: string, field: FieldSerializer])[],
  findCell: (column: string) => number,
  getSource: GetSource,
): Write {
  const parts = fields.map(([name, field], place) => ({
    before: `${place === 0 ? '{' : ','}"${name}":`,
    write: field.createWriter(findCell, getSource),
  }));
  return (cells) => {
    let written = '';
    for (const { before, write } of parts) written += before + write(cells);
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
