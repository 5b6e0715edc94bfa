import { DomainError } from '#shared/kernel/domain-error.js';
import { isObject, isRawNumber, type Json } from '#shared/kernel/json.js';

/** Returns the value at a path of fields; `undefined` if there is none. */
function findValue(body: Json, path: string): Json | undefined {
  let value: Json | undefined = body;
  for (const name of path.split('.'))
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Returns a text; `null` if there is none, or an empty one. @throws ERROR_INVALID_PARAMETER if it is something else */
export function readText(body: Json, path: string): string | null {
  const value = findValue(body, path);
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw DomainError.invalid(path, 'must be a text');
  return value;
}

/** @throws ERROR_INVALID_PARAMETER if there is no text */
export function requireText(body: Json, path: string, remedy: string): string {
  const text = readText(body, path);
  if (text === null) throw DomainError.invalid(path, `is missing: ${remedy}`);
  return text;
}

/** Returns the digits of a number, however many it has; `null` if there is none. @throws ERROR_INVALID_PARAMETER */
export function readDigits(body: Json, path: string): string | null {
  const value = findValue(body, path);
  if (value === undefined || value === null) return null;
  const text = isRawNumber(value) ? value.rawJSON : String(value);
  if (typeof value === 'string' || !/^\d{1,20}$/.test(text))
    throw DomainError.invalid(path, 'must be a whole number');
  return text;
}
