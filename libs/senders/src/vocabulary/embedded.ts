import { parseJson, type Json } from '#shared/kernel/json.js';
import { hasTooManyMembers, MIN_CHARACTERS } from '../body/member-limit.js';
import type { Reader } from './alarm.js';
import { compilePath, valueAt, type Path } from './path.js';

/** The last long text and its value: whichever plugins ask whether a body is theirs, it is parsed once, and not kept for longer. */
let latest: { readonly text: string; readonly value: WeakRef<object> | undefined } | undefined;

/** Parses text that is a JSON object or list, and not too wide. Returns an object or list unchanged. Never throws. */
export function parseEmbeddedJson(text: Json | undefined): Json | undefined {
  if (typeof text === 'object' && text !== null) return text;
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
  if (text.length < MIN_CHARACTERS) return parseContainer(text);
  if (latest?.text === text) {
    const value = latest.value?.deref();
    if (value !== undefined || latest.value === undefined) return value as Json | undefined;
  }
  const parsed = parseContainer(text);
  const value = parsed === undefined || hasTooManyMembers(parsed, text.length) ? undefined : parsed;
  latest = { text, value: typeof value === 'object' && value !== null ? new WeakRef(value) : undefined };
  return value;
}

function parseContainer(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Parses base64 text that contains a JSON object or list. Never throws. */
export function parseBase64Json(text: Json | undefined): Json | undefined {
  return typeof text === 'string'
    ? parseEmbeddedJson(Buffer.from(text, 'base64').toString('utf8'))
    : undefined;
}

/** Returns a reader for fields inside the JSON text at this path. An object at the path is accepted as well. */
export function insideJson<T>(path: Path, read: Reader<T>): Reader<T> {
  const { fromBody, steps } = compilePath(path);
  return (alarm) => {
    const value = parseEmbeddedJson(valueAt(fromBody ? alarm.delivery.body : alarm.value, steps));
    return value === undefined ? undefined : read({ ...alarm, value });
  };
}
