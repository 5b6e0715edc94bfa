import { parseKeyPath } from '../kernel/key-path.js';
import {
  createJsonExpression,
  resolvePath,
  parseKey,
  type Expression,
  type KeyResolver,
} from './expression.js';
import { invalidQuery } from './invalid-query.js';
import type { OrderTerm } from './order.js';
import { parseObject } from './parse-fields.js';
import { getListElementShape } from './shape.js';
import type { SqlParameters } from './statement.js';

/** A list whose elements become rows. */
export interface UnwindList {
  readonly key: string;
  /** The path of the list in a record. */
  readonly path: readonly string[];
}

/** The columns for an element: its value, and its position. */
export const ELEMENT_COLUMN = 'unwound';
const POSITION_COLUMN = 'unwound_at';

/** Reads `{path}` of a query. */
export function parseUnwind(input: unknown, place: string): UnwindList | undefined {
  if (input === undefined || input === null) return undefined;
  const key = parseKey(parseObject(input, place, ['path'])['path'], `${place}.path`);
  return { key, path: (parseKeyPath(key) ?? []).map(({ name }) => name) };
}

/** @returns the list in SQL; an empty list if the value is no list */
export function resolveList(
  path: string,
  place: string,
  resolve: KeyResolver,
): { field: Expression; sql: string } {
  const field = resolve(path, place);
  if (field.type !== 'json') throw invalidQuery(place, 'is not a list');
  return { field, sql: `case when jsonb_typeof(${field.sql}) = 'array' then ${field.sql} else '[]' end` };
}

/** Replaces each record by one row for each element of a list in it. */
export function unwindRecords(
  from: { readonly relation: string; readonly where: string; readonly resolve: KeyResolver },
  { key }: UnwindList,
  values: SqlParameters,
): { relation: string; resolve: KeyResolver; tieBreaker: readonly OrderTerm[] } {
  const { field, sql } = resolveList(key, 'query.unwind.path', from.resolve);
  const element = createJsonExpression(`r.${ELEMENT_COLUMN}`, getListElementShape(field.shape));
  return {
    relation: `(select r.*, u.value as ${ELEMENT_COLUMN}, u.place as ${POSITION_COLUMN} from ${from.relation} r
      cross join lateral jsonb_array_elements(${sql}) with ordinality u(value, place) where ${from.where})`,
    resolve: (requestedKey, place) =>
      resolvePath({ [key]: element }, requestedKey, place, values) ?? from.resolve(requestedKey, place),
    tieBreaker: [{ sql: `r.${POSITION_COLUMN}`, type: 'bigint', desc: false, required: true }],
  };
}
