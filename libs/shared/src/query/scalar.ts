import { tryParseId } from '../kernel/ids.js';
import { isRawNumber } from '../kernel/json.js';
import type { Expression } from './expression.js';
import { parseInstant } from './instant.js';
import { invalidQuery } from './invalid-query.js';
import { requireStorable } from './parse-fields.js';

/** The SQL types in which values are compared. */
export const SQL_TYPES = {
  text: 'text',
  enum: 'text',
  id: 'uuid',
  number: 'numeric',
  date: 'timestamptz',
  boolean: 'boolean',
  json: 'jsonb',
} as const;

/** Returns a value in the type of the field, ready to be sent to the database. */
export function parseScalar(value: unknown, field: Expression, place: string): unknown {
  switch (field.type) {
    case 'text':
    case 'secret':
      if (typeof value !== 'string') throw invalidQuery(place, 'must be text');
      return requireStorable(value, place);
    case 'enum':
      if (typeof value === 'string' && field.values.includes(value)) return value;
      throw invalidQuery(place, `must be one of ${field.values.join(', ')}`);
    case 'id': {
      const uuid = typeof value === 'string' ? tryParseId(field.kind, value) : undefined;
      if (uuid === undefined)
        throw invalidQuery(place, `must be an id of the form ${field.kind}_<26 characters>`);
      return uuid;
    }
    case 'number':
      return parseNumber(value, place);
    case 'date':
      return parseInstant(value, place);
    case 'boolean':
      if (typeof value !== 'boolean') throw invalidQuery(place, 'must be true or false');
      return value;
    case 'json':
      if (typeof value === 'string') return JSON.stringify(parseJsonText(value, field, place));
      if (typeof value === 'boolean') return String(value);
      return isNumber(value) ? parseNumber(value, place) : rejectScalar(place);
    default:
      return field satisfies never;
  }
}

/** Returns text to compare with text inside JSON. If ids are stored there, an id is converted to its uuid. */
export function parseJsonText(value: string, { shape }: Expression, place: string): string {
  return requireStorable((shape?.type === 'id' ? tryParseId(shape.kind, value) : undefined) ?? value, place);
}

function rejectScalar(place: string): never {
  throw invalidQuery(place, 'must be text, a number, true, false or null');
}

export function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isRawNumber(value);
}

/** Returns a number with its original digits. Numbers too long for PostgreSQL are rejected here. */
export function parseNumber(value: unknown, place: string): string {
  const text = isRawNumber(value) ? value.rawJSON : typeof value === 'number' ? String(value) : '';
  const [, exponent = '0'] = /e([+-]?\d+)$/i.exec(text) ?? [];
  if (!/^-?\d/.test(text) || text.length > 100 || Math.abs(Number(exponent)) > 400) {
    throw invalidQuery(place, 'must be a number of at most 100 digits');
  }
  return text;
}
