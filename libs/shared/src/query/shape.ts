import { formatId, type IdKind } from '../kernel/ids.js';
import { isObject, type Json } from '../kernel/json.js';

/** Which parts of a JSON value are uuids that become ids in the response; `undefined` if there are none. */
export type Shape =
  | { readonly is: 'id'; readonly kind: IdKind }
  | { readonly is: 'list'; readonly of: Shape | undefined }
  | { readonly is: 'object'; readonly fields: Readonly<Record<string, Shape | undefined>> };

/** Returns the shape of the value that a path leads to. */
export function shapeAt(as: Shape | undefined, path: readonly string[]): Shape | undefined {
  const [key, ...rest] = path;
  if (as === undefined || key === undefined) return as;
  if (as.is === 'object') return shapeAt(Object.hasOwn(as.fields, key) ? as.fields[key] : undefined, rest);
  if (as.is !== 'list') return undefined;
  // A number picks one element; a name is looked up in each element.
  return shapeAt(as.of, /^-?\d+$/.test(key) ? rest : path);
}

export function elementOf(as: Shape | undefined): Shape | undefined {
  return as?.is === 'list' ? as.of : undefined;
}

export function shaped(value: Json | undefined, as: Shape | undefined): Json {
  if (value === null || value === undefined) return null;
  switch (as?.is) {
    case undefined:
      return value;
    case 'id':
      return typeof value === 'string' ? formatId(as.kind, value) : value;
    case 'list':
      return Array.isArray(value) ? value.map((each: Json) => shaped(each, as.of)) : value;
    case 'object':
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(as.fields)
          .filter(([key]) => Object.hasOwn(value, key))
          .map(([key, inner]) => [key, shaped(value[key], inner)]),
      );
    default:
      return as satisfies never;
  }
}
