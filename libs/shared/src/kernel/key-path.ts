/** A part of a key, and where it ends in the key. */
export interface KeyPart {
  readonly name: string;
  readonly end: number;
}

/** The reason for rejecting a key that cannot be split into parts. */
export const MALFORMED_KEY = 'has a quoted part that is not of the form ["service.name"]';

const PLAIN_PART = /(?:(?!\[")[^.])*/y;
const QUOTED_PART = /\[("(?:[^"\\]|\\.)*")\]/y;

/**
 * Returns the parts of a key: `a.b` has two, and so has `a["b.c"]`. A JSON string stands between the quotes. Returns
 * `undefined` if a quoted part does not end, or is followed by something other than a dot or another quoted part.
 */
export function parseKeyPath(key: string): readonly KeyPart[] | undefined {
  const parts: KeyPart[] = [];
  let at = 0;
  do {
    if (key[at] === '.' && parts.length > 0) at += 1;
    const isQuoted = key.startsWith('["', at);
    // An unquoted part must be at the beginning or follow a dot.
    if (!isQuoted && at > 0 && key[at - 1] !== '.') return undefined;
    const part = isQuoted ? parseQuotedPart(key, at) : parsePlainPart(key, at);
    if (part === undefined) return undefined;
    parts.push(part);
    at = part.end;
  } while (at < key.length);
  return parts;
}

function parsePlainPart(key: string, at: number): KeyPart {
  PLAIN_PART.lastIndex = at;
  const [name = ''] = PLAIN_PART.exec(key) ?? [];
  return { name, end: at + name.length };
}

function parseQuotedPart(key: string, at: number): KeyPart | undefined {
  QUOTED_PART.lastIndex = at;
  const [matched, text] = QUOTED_PART.exec(key) ?? [];
  if (matched === undefined || text === undefined) return undefined;
  try {
    return { name: JSON.parse(text) as string, end: at + matched.length };
  } catch {
    return undefined;
  }
}

/** Returns the top-level field of the record that a key begins with. */
export function getTopLevelField(key: string): string {
  return parsePlainPart(key, 0).name;
}

/** Returns the key of a path. A part that would otherwise be read as several parts is quoted. */
export function formatKeyPath([field = '', ...path]: readonly string[]): string {
  const parts = path.map((name) => (/^[^.[\]"]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`));
  return [field, ...parts].join('');
}
