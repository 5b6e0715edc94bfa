import { parseJson, type Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { compilePath, valueAt, type Path } from './path.js';

/** The object or list that a text holds as JSON; an object or list as it is. Never throws. */
export function embeddedOf(from: Json | undefined): Json | undefined {
  if (typeof from === 'object' && from !== null) return from;
  if (typeof from !== 'string' || !/^\s*[[{]/.test(from)) return undefined;
  try {
    return parseJson(from);
  } catch {
    return undefined;
  }
}

/** What a base64 text holds as JSON. Never throws. */
export function base64JsonOf(from: Json | undefined): Json | undefined {
  return typeof from === 'string' ? embeddedOf(Buffer.from(from, 'base64').toString('utf8')) : undefined;
}

/** Reads inside the JSON that the text at this path holds (or the object, where the sender did not make it text). */
export function inside<T>(path: Path, read: Reader<T>): Reader<T> {
  const { fromBody, steps } = compilePath(path);
  return (alarm) => {
    const value = embeddedOf(valueAt(fromBody ? alarm.delivery.body : alarm.value, steps));
    return value === undefined ? undefined : read({ ...alarm, value });
  };
}
