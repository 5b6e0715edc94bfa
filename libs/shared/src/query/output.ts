import { formatId, type IdKind } from '../kernel/ids.js';
import { isObject, type Json } from '../kernel/json.js';
import type { Expression } from './expression.js';

/** What of an answer is still to be made an id: the database holds uuids. */
export type Shape =
  | { readonly is: 'plain' }
  | { readonly is: 'id'; readonly kind: IdKind }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'object'; readonly fields: Readonly<Record<string, Shape>> };

export const PLAIN: Shape = { is: 'plain' };

export function shapeOf(field: Expression): Shape {
  return field.type === 'id' ? { is: 'id', kind: field.kind } : PLAIN;
}

/** A value as it is answered, as jsonb. */
export function shown({ type, sql }: Expression): string {
  return type === 'date'
    ? `to_jsonb(to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    : `to_jsonb(${sql})`;
}

export function shape(value: Json | undefined, as: Shape): Json {
  if (value === null || value === undefined) return null;
  switch (as.is) {
    case 'plain':
      return value;
    case 'id':
      return typeof value === 'string' ? formatId(as.kind, value) : value;
    case 'list':
      return Array.isArray(value) ? value.map((each: Json) => shape(each, as.of)) : value;
    case 'object':
      return isObject(value)
        ? Object.fromEntries(Object.entries(as.fields).map(([key, inner]) => [key, shape(value[key], inner)]))
        : value;
    default:
      return as satisfies never;
  }
}
