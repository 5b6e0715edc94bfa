import type { Expression } from './expression.js';
import type { Shape } from './shape.js';

export function getShape(field: Expression): Shape | undefined {
  return field.type === 'id' ? { type: 'id', kind: field.kind } : field.shape;
}

/**
 * The maximum size of a response, in bytes of JSON. The driver keeps whole rows in memory, and the response is built from all
 * of them.
 */
export const MAX_BYTES = 8 * 1024 * 1024;

/** Returns SQL for a value as it appears in a response, as jsonb. */
export function toJsonbSql({ type, sql }: Expression): string {
  return type === 'date'
    ? `to_jsonb(to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    : `to_jsonb(${sql})`;
}
