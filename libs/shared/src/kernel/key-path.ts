/** A part of a key, and where it ends in the key. */
export interface KeyPart {
  readonly name: string;
  readonly end: number;
}

/** The reason for rejecting a key that cannot be split into parts. */
export const MALFORMED_KEY = 'has a quoted part that is not of the form ["service.name"]';

const PLAIN = /(?:(?!\[")[^.])*/y;
const QUOTED = /\[("(?:[^"\\]|\\.)*")\]/y;

/**
 * Returns the parts of a key: `a.b` has two, and so has `a["b.c"]`. A JSON string stands between the quotes. Returns
 * `undefined` if a quoted part does not end, or is followed by something other than a dot or another quoted part.
 */
export function partsOfKey(key: string): readonly KeyPart[] | undefined {
  const parts: KeyPart[] = [];
  let at = 0;
  do {
    if (key[at] === '.' && parts.length > 0) at += 1;
    const isQuoted = key.startsWith('["', at);
    // An unquoted part must be at the beginning or follow a dot.
    if (!isQuoted && at > 0 && key[at - 1] !== '.') return undefined;
    const part = isQuoted ? quotedPart(key, at) : plainPart(key, at);
    if (part === undefined) return undefined;
    parts.push(part);
    at = part.end;
  } while (at < key.length);
  return parts;
}

function plainPart(key: string, at: number): KeyPart {
  PLAIN.lastIndex = at;
  const [name = ''] = PLAIN.exec(key) ?? [];
  return { name, end: at + name.length };
}

function quotedPart(key: string, at: number): KeyPart | undefined {
  QUOTED.lastIndex = at;
  const [whole, text] = QUOTED.exec(key) ?? [];
  if (whole === undefined || text === undefined) return undefined;
  try {
    return { name: JSON.parse(text) as string, end: at + whole.length };
  } catch {
    return undefined;
  }
}

/** Returns the top-level field of the record that a key begins with. */
export function fieldOfKey(key: string): string {
  return plainPart(key, 0).name;
}

/** Returns the key of a path. A part that would otherwise be read as several parts is quoted. */
export function keyOfPath([field = '', ...path]: readonly string[]): string {
  const parts = path.map((name) => (/^[^.[\]"]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`));
  return [field, ...parts].join('');
}
