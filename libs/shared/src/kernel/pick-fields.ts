import { DomainError } from './domain-error.js';
import { isObject } from './json.js';
import { MALFORMED_KEY, parseKeyPath } from './key-path.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the parts of a record that `only` names. A dotted key selects inside objects; the key of an object includes all its
 * members. Without keys, the whole record is returned.
 * @param fields every field the record can have
 * @throws ERROR_INVALID_QUERY for a key that begins with none of them
 */
export function pickFields<T extends object>(
  record: T,
  keys: readonly string[] | undefined,
  fields: readonly string[],
): Partial<T> {
  if (!keys || keys.length === 0) return record;
  const picked: Record<string, unknown> = {};
  for (const key of keys) {
    const path = parseKeyPath(key)?.map(({ name }) => name);
    if (path === undefined || !fields.includes(path[0] ?? '')) {
      const problem = key.trim() === '' ? 'has an empty entry' : `names an unknown field ${key}`;
      const unknownField = `${problem}; the fields are ${fields.join(', ')}`;
      const reason = path === undefined ? MALFORMED_KEY : unknownField;
      throw new DomainError('ERROR_INVALID_QUERY', 'invalid', `only ${reason}`, {
        errors: [{ field: 'only', reason }],
      });
    }
    copyPath(record as Fields, picked, path);
  }
  return picked as Partial<T>;
}

function copyPath(
  source: Fields,
  target: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
): void {
  if (!Object.hasOwn(source, key)) return;
  const value = source[key];
  const label = rest.join('.');
  // What follows `labels.` is one name, with its dots. Elsewhere a path goes first.
  if (rest.length > 1 && isObject(value) && !isObject(value[rest[0] ?? '']) && Object.hasOwn(value, label)) {
    copyPath(source, target, [key, label]);
    return;
  }
  if (rest.length === 0 || !isObject(value)) {
    // Null, a raw number or a list has no members to select: it is returned whole.
    target[key] = value;
  } else if (target[key] !== value) {
    const inner: Record<string, unknown> = isObject(target[key]) ? { ...target[key] } : {};
    copyPath(value, inner, rest);
    target[key] = inner;
  }
}
