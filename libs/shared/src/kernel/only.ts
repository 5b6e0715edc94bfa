import { DomainError } from './domain-error.js';
import { isObject } from './json.js';
import { MALFORMED_KEY, partsOfKey } from './key-path.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the parts of a record that `only` names. A dotted key selects inside objects; the key of an object includes all its
 * members. Without keys, the whole record is returned.
 * @param fields every field the record can have
 * @throws ERROR_INVALID_QUERY for a key that begins with none of them
 */
export function only<T extends object>(
  record: T,
  keys: readonly string[] | undefined,
  fields: readonly string[],
): Partial<T> {
  if (!keys || keys.length === 0) return record;
  const picked: Record<string, unknown> = {};
  for (const key of keys) {
    const path = partsOfKey(key)?.map(({ name }) => name);
    if (path === undefined || !fields.includes(path[0] ?? '')) {
      const unknown = `names an unknown field ${key}; the fields are ${fields.join(', ')}`;
      const reason = path === undefined ? MALFORMED_KEY : unknown;
      throw new DomainError('ERROR_INVALID_QUERY', 'invalid', `only ${reason}`, {
        errors: [{ field: 'only', reason }],
      });
    }
    copy(record as Fields, picked, path);
  }
  return picked as Partial<T>;
}

function copy(from: Fields, to: Record<string, unknown>, [key = '', ...rest]: readonly string[]): void {
  if (!Object.hasOwn(from, key)) return;
  const value = from[key];
  if (rest.length === 0 || !isObject(value)) {
    // Null, a raw number or a list has no members to select: it is returned whole.
    to[key] = value;
  } else if (to[key] !== value) {
    const inner: Record<string, unknown> = isObject(to[key]) ? { ...to[key] } : {};
    copy(value, inner, rest);
    to[key] = inner;
  }
}
