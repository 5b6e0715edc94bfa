/** Matches a JSON string (with its colon, if it is a key) or a bracket. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

interface Open {
  /** The keys of an object so far; `undefined` for a list. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
}

/**
 * Returns the dotted path of a key that occurs twice in an object. `JSON.parse` would silently take the last value.
 * @param json valid JSON
 */
export function repeatedKey(json: string): string | undefined {
  const open: Open[] = [];
  let path = '';
  for (const [token, colon] of json.matchAll(TOKENS)) {
    const inside = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ keys: token === '{' ? new Set() : undefined, path });
    } else if (token === '}' || token === ']') {
      path = open.pop()?.path ?? '';
    } else if (colon !== undefined && inside?.keys) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      path = inside.path === '' ? key : `${inside.path}.${key}`;
      if (inside.keys.has(key)) return path;
      inside.keys.add(key);
    }
  }
  return undefined;
}
