import type { Expression } from './expression.js';
import type { Shape } from './shape.js';

export function shapeOf(field: Expression): Shape | undefined {
  return field.type === 'id' ? { is: 'id', kind: field.kind } : field.shape;
}

/** A value as it is answered, as jsonb. */
export function shown({ type, sql }: Expression): string {
  return type === 'date'
    ? `to_jsonb(to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    : `to_jsonb(${sql})`;
}
