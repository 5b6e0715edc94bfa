import type { FieldDef } from 'pg';
import { isObject, parseJson, type Json } from '../../kernel/json.js';
import { getTopLevelField } from '../../kernel/key-path.js';
import { pickFields } from '../../kernel/pick-fields.js';
import { ELEMENT_COLUMN, type UnwindList } from '../../query/unwind.js';
import type { TextRow } from './run-cancellable.js';
import type { RowSerializer } from './record-serializer.js';

/** Returns a function that writes records with one element in the place of a list. */
export function createUnwoundWriter(
  record: RowSerializer,
  { path }: UnwindList,
  keys: readonly string[] | undefined,
): (cells: TextRow, columns: readonly FieldDef[]) => string {
  const names = keys && [...new Set(keys.map(getTopLevelField))];
  const write = record.createWriter(names);
  let at: number | undefined;
  return (cells, columns) => {
    at ??= columns.findIndex(({ name }) => name === ELEMENT_COLUMN);
    const fullRecord = parseJson(write(cells, columns)) as Record<string, Json>;
    const written = replaceList(fullRecord, path, parseJson(cells[at] ?? 'null')) as object;
    return JSON.stringify(pickFields(written, keys, names ?? []));
  };
}

/** Replaces the list by an element. If the list was not asked for, the record stays without it. */
function replaceList(value: Json, [key, ...rest]: readonly string[], element: Json): Json {
  if (key === undefined) return element;
  const inner = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return inner === undefined ? value : { ...(value as object), [key]: replaceList(inner, rest, element) };
}
