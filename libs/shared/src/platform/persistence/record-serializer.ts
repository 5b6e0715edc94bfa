import { types } from 'pg';
import { formatId, type IdKind } from '../../kernel/ids.js';
import { parseJson } from '../../kernel/json.js';
import { only } from '../../kernel/only.js';
import type { Cells } from './cancellable.js';

/** A field of a record, as JSON: what is selected for it, and how that is written. */
export interface FieldSerializer {
  readonly columns: readonly string[];
  /** @param at where the first of its columns is */
  readonly write: (cells: Cells, at: number) => string;
}

export const text = (column: string): FieldSerializer => field(column, quote);
/** One of our own words, which have nothing to escape. */
export const word = (column: string): FieldSerializer => field(column, (value) => `"${value}"`);
export const id = (kind: IdKind, column: string): FieldSerializer =>
  field(column, (uuid) => `"${formatId(kind, uuid)}"`);
export const instant = (column: string): FieldSerializer => field(column, (value) => `"${isoOf(value)}"`);
export const number = (column: string): FieldSerializer => field(column, (digits) => digits);
/** As it is stored: every digit of a number stays. */
export const json = (column: string): FieldSerializer => field(`${column}::text`, (value) => value);

export function object(fields: Readonly<Record<string, FieldSerializer>>): FieldSerializer {
  const write = writerOf(Object.entries(fields));
  return { columns: Object.values(fields).flatMap(({ columns }) => columns), write };
}

/** A record in JSON, made of the texts that the database sends without making values of them in between. */
export class RecordSerializer<Field extends string> {
  constructor(private readonly fields: Readonly<Record<Field, FieldSerializer>>) {}

  /** What is selected for these of its fields, in their order. */
  select(fields: Iterable<string>): string {
    return [...fields].flatMap((name) => this.field(name).columns).join(', ');
  }

  /** Of what was selected for the fields that `keys` begin with; without keys, of all in the order of `fields`. */
  writer(keys: readonly string[] | undefined, fields: readonly string[]): (cells: Cells) => string {
    const names = [...new Set(keys?.map((key) => key.split('.', 1)[0] ?? key) ?? fields)];
    const write = writerOf(names.map((name) => [name, this.field(name)]));
    if (keys === undefined || keys.every((key) => !key.includes('.'))) return (cells) => write(cells, 0);
    return (cells) => JSON.stringify(only(parseJson(write(cells, 0)) as object, keys, names));
  }

  private field(name: string): FieldSerializer {
    const found = (this.fields as Readonly<Record<string, FieldSerializer | undefined>>)[name];
    if (found === undefined) throw new Error(`${name} is no field of the record`);
    return found;
  }
}

function field(column: string, write: (value: string) => string): FieldSerializer {
  return {
    columns: [column],
    write: (cells, at) => {
      const cell = cells[at];
      return cell === null || cell === undefined ? 'null' : write(cell);
    },
  };
}

function writerOf(
  fields: readonly (readonly [name: string, field: FieldSerializer])[],
): FieldSerializer['write'] {
  let columns = 0;
  const parts = fields.map(([name, { columns: its, write }], place) => {
    const part = { before: `${place === 0 ? '{' : ','}"${name}":`, write, from: columns };
    columns += its.length;
    return part;
  });
  return (cells, at) => {
    let written = '';
    for (const { before, write, from } of parts) written += before + write(cells, at + from);
    return `${written}}`;
  };
}

// What is stored is well-formed: lone surrogates are nothing that the database would have taken.
const TO_ESCAPE = /["\\\u0000-\u001F]/;

function quote(value: string): string {
  return TO_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
}

const UTC = '+00';
const SECONDS = '2026-01-02 03:04:05'.length;
const FRACTION = '.000';
const dateOf = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (value: string) => Date;

/** Of `2026-01-02 03:04:05.678+00`, as a connection in UTC has it; of any other by way of the instant. */
function isoOf(value: string): string {
  const fraction = value.slice(SECONDS, -UTC.length);
  const isPlain = value[10] === ' ' && value.endsWith(UTC) && fraction.length <= FRACTION.length;
  if (!isPlain) return dateOf(value).toISOString();
  const milliseconds = fraction === '' ? FRACTION : fraction.padEnd(FRACTION.length, '0');
  return `${value.slice(0, 10)}T${value.slice(11, SECONDS)}${milliseconds}Z`;
}
