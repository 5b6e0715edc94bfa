import type { Expression } from './expression.js';
import type { Shape } from './shape.js';
import type { JsonPath, SqlParameters } from './statement.js';

/**
 * Returns SQL for all values at the end of a path, as one list. Each name of the path is looked up in every element of a list
 * on the way, and a list at the end gives its elements. A value that is no list counts as a list of one.
 */
export function compileElements({ sql, jsonPath }: Expression): string {
  if (jsonPath === undefined) return `jsonb_path_query_array(${sql}, '$[*]')`;
  const lists = interpretPath(jsonPath).map(
    ({ root, path }) => `jsonb_path_query_array(${root}, ${addJsonPath(path, '[*]', jsonPath.values)})`,
  );
  const [single] = lists;
  return single !== undefined && lists.length === 1
    ? single
    : `(${lists.map((each) => `coalesce(${each}, '[]')`).join(' || ')})`;
}

/** Returns SQL that tests whether a path leads to anything but null. An empty list counts. */
export function compilePresence({ sql, jsonPath }: Expression): string {
  if (jsonPath === undefined) return `${sql} is not null`;
  const tests = interpretPath(jsonPath).map(({ root, path }) =>
    compilePathExists(root, path, jsonPath.values),
  );
  return `(${tests.join(' or ')})`;
}

export function compilePathExists(root: string, path: readonly string[], values: SqlParameters): string {
  return `jsonb_path_exists(${root}, ${addJsonPath(path, '.type() ? (@ != "null")', values)})`;
}

export function getElementShape({ shape }: Expression): Shape | undefined {
  return shape?.type === 'list' ? shape.of : shape;
}

/** Returns the two meanings of a path with numbers: a number is the name of a key, or the position of an element in a list. */
function interpretPath({ root, path, values }: JsonPath): readonly Pick<JsonPath, 'root' | 'path'>[] {
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
function addJsonPath(path: readonly string[], suffix: string, values: SqlParameters): string {
  const names = path.map((name) => `.${JSON.stringify(name)}`).join('');
  return values.add(`$${names}${suffix}`, 'jsonpath');
}
