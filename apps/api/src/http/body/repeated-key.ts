/** A text, or what stands between texts in JSON. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

interface Open {
  /** Of an object; a list has none. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
}

/**
 * The dotted name of a field that an object names twice, for which `JSON.parse` silently takes the last one.
 * @param json is known to be right JSON
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
