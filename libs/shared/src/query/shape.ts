import { formatId, type IdKind } from '../kernel/ids.js';
import { isObject, type Json } from '../kernel/json.js';

/** Which parts of a JSON value are uuids that become ids in the response; `undefined` if there are none. */
export type Shape =
  | { readonly type: 'id'; readonly kind: IdKind }
  | { readonly type: 'list'; readonly of: Shape | undefined }
  | { readonly type: 'object'; readonly fields: Readonly<Record<string, Shape | undefined>> };

/** Returns the shape of the value that a path leads to. */
export function getShapeAt(shape: Shape | undefined, path: readonly string[]): Shape | undefined {
  const [key, ...rest] = path;
  if (shape === undefined || key === undefined) return shape;
  if (shape.type === 'object')
    return getShapeAt(Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined, rest);
  if (shape.type !== 'list') return undefined;
  // A number picks one element; a name is looked up in each element.
  return getShapeAt(shape.of, /^-?\d+$/.test(key) ? rest : path);
}

export function getListElementShape(shape: Shape | undefined): Shape | undefined {
  return shape?.type === 'list' ? shape.of : undefined;
}

export function applyShape(value: Json | undefined, shape: Shape | undefined): Json {
  if (value === null || value === undefined) return null;
  switch (shape?.type) {
    case undefined:
      return value;
    case 'id':
      return typeof value === 'string' ? formatId(shape.kind, value) : value;
    case 'list':
      return Array.isArray(value) ? value.map((each: Json) => applyShape(each, shape.of)) : value;
    case 'object':
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(shape.fields)
          .filter(([key]) => Object.hasOwn(value, key))
          .map(([key, inner]) => [key, applyShape(value[key], inner)]),
      );
    default:
      return shape satisfies never;
  }
}
