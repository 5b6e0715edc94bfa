import type { Expression } from './expression.js';
import type { Shape } from './shape.js';
import type { Inside, Values } from './statement.js';

/**
 * Returns SQL for all values at the end of a path, as one list. Each name of the path is looked up in every element of a list
 * on the way, and a list at the end gives its elements. A value that is no list counts as a list of one.
 */
export function elementsOf({ sql, inside }: Expression): string {
  if (inside === undefined) return `jsonb_path_query_array(${sql}, '$[*]')`;
  const found = readingsOf(inside).map(
    ({ root, path }) => `jsonb_path_query_array(${root}, ${jsonPath(path, '[*]', inside.values)})`,
  );
  const [only] = found;
  return only !== undefined && found.length === 1
    ? only
    : `(${found.map((each) => `coalesce(${each}, '[]')`).join(' || ')})`;
}

/** Returns SQL that tests whether a path leads to anything but null. An empty list counts. */
export function isPresent({ sql, inside }: Expression): string {
  if (inside === undefined) return `${sql} is not null`;
  const found = readingsOf(inside).map(({ root, path }) => leadsSomewhere(root, path, inside.values));
  return `(${found.join(' or ')})`;
}

export function leadsSomewhere(root: string, path: readonly string[], values: Values): string {
  return `jsonb_path_exists(${root}, ${jsonPath(path, '.type() ? (@ != "null")', values)})`;
}

export function elementShapeOf({ shape }: Expression): Shape | undefined {
  return shape?.is === 'list' ? shape.of : shape;
}

/** Returns the two meanings of a path with numbers: a number is the name of a key, or the position of an element in a list. */
function readingsOf({ root, path, values }: Inside): readonly Pick<Inside, 'root' | 'path'>[] {
  const end = path.findLastIndex((name) => /^-?\d+$/.test(name)) + 1;
  if (end === 0) return [{ root, path }];
  return [
    { root, path },
    { root: `(${root} #> ${values.add(path.slice(0, end), 'text[]')})`, path: path.slice(end) },
  ];
}

/**
 * Returns a path in lax mode, in which names are looked up in the elements of lists. Its text is sent as a value, with quoted
 * names.
 */
function jsonPath(path: readonly string[], then: string, values: Values): string {
  const names = path.map((name) => `.${JSON.stringify(name)}`).join('');
  return values.add(`$${names}${then}`, 'jsonpath');
}
