/** Matches a JSON string (with its colon, if it is a key) or a bracket. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

interface OpenContainer {
  /** The keys of an object so far; `undefined` for a list. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
}

/**
 * Returns the dotted path of a key that occurs twice in an object. `JSON.parse` would silently take the last value.
 * @param json valid JSON
 */
export function findRepeatedKey(json: string): string | undefined {
  const stack: OpenContainer[] = [];
  let path = '';
  for (const [token, colon] of json.matchAll(TOKENS)) {
    const container = stack.at(-1);
    if (token === '{' || token === '[') {
      stack.push({ keys: token === '{' ? new Set() : undefined, path });
    } else if (token === '}' || token === ']') {
      path = stack.pop()?.path ?? '';
    } else if (colon !== undefined && container?.keys) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      path = container.path === '' ? key : `${container.path}.${key}`;
      if (container.keys.has(key)) return path;
      container.keys.add(key);
    }
  }
  return undefined;
}
