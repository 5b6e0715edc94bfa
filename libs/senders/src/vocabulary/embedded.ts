import { parseJson, type Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { compilePath, valueAt, type Path } from './path.js';

/** Parses text that is a JSON object or list. Returns an object or list unchanged. Never throws. */
export function embeddedOf(from: Json | undefined): Json | undefined {
  if (typeof from === 'object' && from !== null) return from;
  if (typeof from !== 'string' || !/^\s*[[{]/.test(from)) return undefined;
  try {
    return parseJson(from);
  } catch {
    return undefined;
  }
}

/** Parses base64 text that contains a JSON object or list. Never throws. */
export function base64JsonOf(from: Json | undefined): Json | undefined {
  return typeof from === 'string' ? embeddedOf(Buffer.from(from, 'base64').toString('utf8')) : undefined;
}

/** Returns a reader for fields inside the JSON text at this path. An object at the path is accepted as well. */
export function inside<T>(path: Path, read: Reader<T>): Reader<T> {
  const { fromBody, steps } = compilePath(path);
  return (alarm) => {
    const value = embeddedOf(valueAt(fromBody ? alarm.delivery.body : alarm.value, steps));
    return value === undefined ? undefined : read({ ...alarm, value });
  };
}
