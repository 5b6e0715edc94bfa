import type { Expression } from './expression.js';
import type { Shape } from './shape.js';

export function shapeOf(field: Expression): Shape | undefined {
  return field.type === 'id' ? { is: 'id', kind: field.kind } : field.shape;
}

/** Of an answer in JSON: the driver has each row whole in memory, and the answer is made of all of them. */
export const MAX_BYTES = 8 * 1024 * 1024;

/** A value as it is answered, as jsonb. */
export function shown({ type, sql }: Expression): string {
  return type === 'date'
    ? `to_jsonb(to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    : `to_jsonb(${sql})`;
}
