import { isRawNumber, type Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';

/** The text of a scalar, trimmed; numbers keep every digit. `undefined` for blanks, `null`, objects and lists. */
export function textOf(from: Json | undefined): string | undefined {
  if (typeof from === 'string') return from.trim() || undefined;
  if (typeof from === 'number' || typeof from === 'boolean') return String(from);
  return isRawNumber(from) ? from.rawJSON : undefined;
}

/** The first of these paths that holds text, a number or a boolean, as text. */
export function text(...paths: readonly Path[]): Reader<string> {
  return firstAt(paths, textOf);
}

/** The first of these paths that holds an http(s) address. */
export function link(...paths: readonly Path[]): Reader<string> {
  return firstAt(paths, (from) => {
    const address = textOf(from);
    return address !== undefined && /^https?:\/\/\S+$/i.test(address) ? address : undefined;
  });
}

/** What these readers give, joined; what is missing is left out, and nothing at all is `undefined`. */
export function joined(separator: string, ...readers: readonly Reader<string>[]): Reader<string> {
  return (alarm) =>
    readers
      .map((read) => read(alarm))
      .filter((part) => part !== undefined)
      .join(separator) || undefined;
}
