import { isObject, isRawNumber } from '../kernel/json.js';
import { invalidQuery, abbreviate } from './invalid-query.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Reads an object that has no other keys than these. */
export function parseObject(value: unknown, place: string, keys: readonly string[]): Fields {
  if (!isObject(value)) throw invalidQuery(place, `must be an object with ${keys.join(', ')}`);
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) {
      throw invalidQuery(`${place}.${abbreviate(key)}`, `is unknown; allowed are ${keys.join(', ')}`);
    }
  }
  return value;
}

export function parseList(value: unknown, place: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidQuery(place, 'must be a list');
  if (value.length > max)
    throw invalidQuery(place, `has ${value.length} entries; at most ${max} are allowed`);
  return value;
}

/** As {@link parseList}, but a list that is not given is empty. */
export function parseOptionalList(value: unknown, place: string, max: number): readonly unknown[] {
  return value === undefined || value === null ? [] : parseList(value, place, max);
}

export function parseText(value: unknown, place: string, max = 1024): string {
  if (typeof value !== 'string' || value === '' || value.length > max) {
    throw invalidQuery(place, `must be text of 1 to ${max} characters`);
  }
  return requireStorable(value, place);
}

export function requireStorable(text: string, place: string): string {
  // PostgreSQL can store neither.
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw invalidQuery(place, 'must not contain U+0000 or lone surrogates');
  }
  return text;
}

export function parseFlag(value: unknown, place: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw invalidQuery(place, 'must be true or false');
  return value;
}

export function parseInteger(input: unknown, place: string, min: number, max: number): number {
  const value = isRawNumber(input) ? Number(input.rawJSON) : input;
  if (!Number.isSafeInteger(value) || Number(value) < min || Number(value) > max) {
    throw invalidQuery(place, `must be a whole number from ${min} to ${max}`);
  }
  return Number(value);
}

export function parsePercentage(input: unknown, place: string): number {
  const value = isRawNumber(input) ? Number(input.rawJSON) : input;
  if (typeof value !== 'number' || !(value > 0 && value <= 100)) {
    throw invalidQuery(place, 'must be a number above 0, up to 100');
  }
  return value;
}

/** Returns the value of a member that has a long and a short name (`key`, `k`), and its path as the caller wrote it. */
export function parseAliased(fields: Fields, place: string, long: string, short: string): [unknown, string] {
  const isDuplicate = fields[long] !== undefined && fields[short] !== undefined;
  if (isDuplicate)
    throw invalidQuery(`${place}.${short}`, `is given twice: ${long} and ${short} are the same`);
  const name = fields[short] === undefined ? long : short;
  return [fields[name], `${place}.${name}`];
}
