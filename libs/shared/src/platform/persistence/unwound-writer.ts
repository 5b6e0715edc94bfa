import type { FieldDef } from 'pg';
import { isObject, parseJson, type Json } from '../../kernel/json.js';
import { fieldOfKey } from '../../kernel/key-path.js';
import { only } from '../../kernel/only.js';
import { ELEMENT, type Unwound } from '../../query/unwind.js';
import type { Cells } from './cancellable.js';
import type { RowWriter } from './record-serializer.js';

/** Returns a function that writes records with one element in the place of a list. */
export function unwoundWriter(
  record: RowWriter,
  { path }: Unwound,
  keys: readonly string[] | undefined,
): (cells: Cells, columns: readonly FieldDef[]) => string {
  const names = keys && [...new Set(keys.map(fieldOfKey))];
  const write = record.writer(names);
  let at: number | undefined;
  return (cells, columns) => {
    at ??= columns.findIndex(({ name }) => name === ELEMENT);
    const whole = parseJson(write(cells, columns)) as Record<string, Json>;
    const written = withElement(whole, path, parseJson(cells[at] ?? 'null')) as object;
    return JSON.stringify(only(written, keys, names ?? []));
  };
}

/** Replaces the list by an element. If the list was not asked for, the record stays without it. */
function withElement(value: Json, [key, ...rest]: readonly string[], element: Json): Json {
  if (key === undefined) return element;
  const inner = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return inner === undefined ? value : { ...(value as object), [key]: withElement(inner, rest, element) };
}
