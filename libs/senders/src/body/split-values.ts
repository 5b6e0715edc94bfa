import { parseJson, type Json } from '#shared/kernel/json.js';

/** Values of a body that are read. */
export const MAX_BODY_VALUES = 1_000;

/**
 * Returns the JSON objects and lists that follow one another in a body: one a line (NDJSON), with nothing between them, or after
 * record separators (RFC 7464). `undefined` if the body is anything else. At most {@link MAX_BODY_VALUES} and one more.
 */
export function splitJsonValues(text: string): readonly Json[] | undefined {
  const values: Json[] = [];
  for (let at = skipSeparators(text, 0); at < text.length; at = skipSeparators(text, at)) {
    if (values.length > MAX_BODY_VALUES) return values;
    const end = findValueEnd(text, at);
    const value = end === undefined ? undefined : tryParse(text.slice(at, end));
    if (value === undefined || end === undefined) return undefined;
    values.push(value);
    at = end;
  }
  return values.length === 0 ? undefined : values;
}

function skipSeparators(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s,\u001e]/.test(text[at] as string)) at += 1;
  return at;
}

const NEXT = /["[\]{}]/g;

/** Returns the position after the object or list that begins here; `undefined` if it does not end. */
function findValueEnd(text: string, from: number): number | undefined {
  if (text[from] !== '{' && text[from] !== '[') return undefined;
  let depth = 0;
  NEXT.lastIndex = from;
  for (let match = NEXT.exec(text); match !== null; match = NEXT.exec(text)) {
    const [character] = match;
    if (character === '"') {
      const end = findStringEnd(text, match.index);
      if (end === undefined) return undefined;
      NEXT.lastIndex = end;
    } else depth += character === '{' || character === '[' ? 1 : -1;
    if (depth === 0) return NEXT.lastIndex;
  }
  return undefined;
}

const STRING_END = /["\\]/g;

function findStringEnd(text: string, quote: number): number | undefined {
  STRING_END.lastIndex = quote + 1;
  for (let match = STRING_END.exec(text); match !== null; match = STRING_END.exec(text)) {
    if (match[0] === '"') return STRING_END.lastIndex;
    STRING_END.lastIndex += 1;
  }
  return undefined;
}

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Returns whether brackets are nested deeper than any sender nests them. Brackets in strings do not count. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  NEXT.lastIndex = 0;
  for (let match = NEXT.exec(text); match !== null; match = NEXT.exec(text)) {
    const [character] = match;
    if (character === '"') NEXT.lastIndex = findStringEnd(text, match.index) ?? text.length;
    else depth = Math.max(0, depth + (character === '{' || character === '[' ? 1 : -1));
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const MAX_DEPTH = 500;
