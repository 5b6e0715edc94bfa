import { partsOfKey } from '../kernel/key-path.js';
import { jsonAt, reach, readKey, type Expression, type Resolve } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import type { OrderTerm } from './order.js';
import { parseObject } from './parse-fields.js';
import { elementOf } from './shape.js';
import type { Values } from './statement.js';

/** A list whose elements become rows. */
export interface Unwound {
  readonly key: string;
  /** The path of the list in a record. */
  readonly path: readonly string[];
}

/** The columns for an element: its value, and its position. */
export const ELEMENT = 'unwound';
const PLACE = 'unwound_at';

/** Reads `{path}` of a query. */
export function readUnwind(given: unknown, place: string): Unwound | undefined {
  if (given === undefined || given === null) return undefined;
  const key = readKey(parseObject(given, place, ['path'])['path'], `${place}.path`);
  return { key, path: (partsOfKey(key) ?? []).map(({ name }) => name) };
}

/** @returns the list in SQL; an empty list if the value is no list */
export function listAt(path: string, place: string, resolve: Resolve): { field: Expression; sql: string } {
  const field = resolve(path, place);
  if (field.type !== 'json') throw invalidQuery(place, 'is not a list');
  return { field, sql: `case when jsonb_typeof(${field.sql}) = 'array' then ${field.sql} else '[]' end` };
}

/** Replaces each record by one row for each element of a list in it. */
export function unwound(
  from: { readonly relation: string; readonly where: string; readonly resolve: Resolve },
  { key }: Unwound,
  values: Values,
): { relation: string; resolve: Resolve; tieBreaker: readonly OrderTerm[] } {
  const { field, sql } = listAt(key, 'query.unwind.path', from.resolve);
  const element = jsonAt(`r.${ELEMENT}`, elementOf(field.shape));
  return {
    relation: `(select r.*, u.value as ${ELEMENT}, u.place as ${PLACE} from ${from.relation} r
      cross join lateral jsonb_array_elements(${sql}) with ordinality u(value, place) where ${from.where})`,
    resolve: (asked, place) => reach({ [key]: element }, asked, place, values) ?? from.resolve(asked, place),
    tieBreaker: [{ sql: `r.${PLACE}`, type: 'bigint', desc: false, required: true }],
  };
}
