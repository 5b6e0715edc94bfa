/** A part of a key, and where it ends in the key. */
export interface KeyPart {
  readonly name: string;
  readonly end: number;
}

/** Said of a key that has none. */
export const MALFORMED_KEY = 'has a quoted part that is not of the form ["service.name"]';

const PLAIN = /(?:(?!\[")[^.])*/y;
const QUOTED = /\[("(?:[^"\\]|\\.)*")\]/y;

/**
 * The parts of a key: `a.b` has two, as has `a["b.c"]`. Between the quotes stands a JSON string.
 * `undefined` where a quoted part does not end, or something follows it without a dot.
 */
export function partsOfKey(key: string): readonly KeyPart[] | undefined {
  const parts: KeyPart[] = [];
  let at = 0;
  do {
    if (key[at] === '.' && parts.length > 0) at += 1;
    const isQuoted = key.startsWith('["', at);
    // A part that is not quoted follows the beginning or a dot.
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

/** The field of the record that a key begins with. */
export function fieldOfKey(key: string): string {
  return plainPart(key, 0).name;
}

/** The key of a path. A part that would be read as several is quoted. */
export function keyOfPath([field = '', ...path]: readonly string[]): string {
  const parts = path.map((name) => (/^[^.[\]"]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`));
  return [field, ...parts].join('');
}
