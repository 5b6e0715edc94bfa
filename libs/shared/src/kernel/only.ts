import { DomainError } from './domain-error.js';
import { isObject } from './json.js';
import { MALFORMED_KEY, partsOfKey } from './key-path.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The parts of a record that `only` asks for: a dotted key reaches into objects, a parent takes its children.
 * Nothing asked for is everything.
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
    // Below null, a number in its own digits or a list there is nothing to reach into: it is returned as it is.
    to[key] = value;
  } else if (to[key] !== value) {
    const inner: Record<string, unknown> = isObject(to[key]) ? { ...to[key] } : {};
    copy(value, inner, rest);
    to[key] = inner;
  }
}
