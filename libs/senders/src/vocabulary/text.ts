import { isRawNumber, type Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';

/** Returns the trimmed text of a scalar. Numbers keep all digits. `undefined` for blanks, `null`, objects and lists. */
export function textOf(from: Json | undefined): string | undefined {
  if (typeof from === 'string') return from.trim() || undefined;
  if (typeof from === 'number' || typeof from === 'boolean') return String(from);
  return isRawNumber(from) ? from.rawJSON : undefined;
}

/** Returns a reader for the first text, number or boolean at these paths, as text. */
export function text(...paths: readonly Path[]): Reader<string> {
  return firstAt(paths, textOf);
}

/** Returns a reader for the first http(s) address at these paths. */
export function link(...paths: readonly Path[]): Reader<string> {
  return firstAt(paths, (from) => {
    const address = textOf(from);
    return address !== undefined && /^https?:\/\/\S+$/i.test(address) ? address : undefined;
  });
}

/** Returns a reader that joins the results of these readers, without missing ones; `undefined` if all are missing. */
export function joined(separator: string, ...readers: readonly Reader<string>[]): Reader<string> {
  return (alarm) =>
    readers
      .map((read) => read(alarm))
      .filter((part) => part !== undefined)
      .join(separator) || undefined;
}
