import type { FieldDef, QueryResultRow } from 'pg';
import type { Page } from '../../kernel/page.js';
import { type CompiledList, ELEMENT_COLUMN, type UnwindList } from '../../query/list.js';
import { isObject, parseJson, type Json, RawJson } from '../../kernel/json.js';
import { getTopLevelField } from '../../kernel/key-path.js';
import { pickFields } from '../../kernel/pick-fields.js';
import type { Scope } from '../../kernel/scope.js';
import type { RecordSerializer } from './record-serializer.js';
import type { RunOptions, TextRow } from './run-cancellable.js';

/**
 * The maximum length of the JSON of a page; the record that exceeds it is the last one. It counts characters, because
 * counting bytes would copy each record.
 */
const MAX_PAGE_LENGTH = 8 * 1024 * 1024;

/** The records of one page, in JSON. */
interface PageRows {
  readonly results: readonly string[];
  /** The row of the last record, with the values that it is ordered by. */
  readonly last: QueryResultRow | undefined;
  /** Whether more records follow. */
  readonly hasMore: boolean;
}

/** A record, and the caller who reads it. */
interface ShownRecord {
  readonly record: RecordSerializer;
  readonly scope: Scope;
}

type RowHandler = NonNullable<RunOptions['onRow']>;

/**
 * Reads rows until the page is complete, or its JSON too long.
 * @param run runs the statement of the page
 */
export async function readPage(
  list: CompiledList,
  shown: ShownRecord,
  run: (onRow: RowHandler) => Promise<unknown>,
): Promise<PageRows> {
  const { only, unwound } = list;
  const write = unwound
    ? createUnwoundWriter(shown, unwound, only)
    : shown.record.createWriter(only, shown.scope);
  const results: string[] = [];
  let length = 0;
  let last: TextRow = [];
  let fields: readonly FieldDef[] = [];
  let isOver = false;
  await run((row, columns) => {
    isOver = results.length === list.limit || length >= MAX_PAGE_LENGTH;
    // The row beyond the limit is the last one, so the statement need not be cancelled.
    if (isOver) return results.length === list.limit;
    const json = write(row, columns);
    length += json.length;
    results.push(json);
    last = row;
    fields = columns;
    return true;
  });
  const lastRow = Object.fromEntries(fields.map(({ name }, at) => [name, last[at]]));
  return { results, last: results.length > 0 ? lastRow : undefined, hasMore: isOver };
}

export function toPageJson<T>(results: readonly string[], rest: Omit<Page<T>, 'results'>): RawJson<Page<T>> {
  return new RawJson(`{"results":[${results.join(',')}],${JSON.stringify(rest).slice(1)}`);
}

/** Returns a function that writes records with one element in the place of a list. */
function createUnwoundWriter(
  { record, scope }: ShownRecord,
  { path }: UnwindList,
  keys: readonly string[] | undefined,
): (cells: TextRow, columns: readonly FieldDef[]) => string {
  const names = keys && [...new Set(keys.map(getTopLevelField))];
  const write = record.createWriter(names, scope);
  let at: number | undefined;
  return (cells, columns) => {
    at ??= columns.findIndex(({ name }) => name === ELEMENT_COLUMN);
    const fullRecord = parseJson(write(cells)) as Record<string, Json>;
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
