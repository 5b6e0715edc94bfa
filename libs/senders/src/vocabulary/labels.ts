import { isObject, type Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';

export type Labels = Readonly<Record<string, string>>;

/** An object of texts; numbers and booleans become text, what is no scalar is left out. */
export function labelsOf(from: Json): Labels | undefined {
  if (!isObject(from)) return undefined;
  const entries = Object.entries(from);
  if (entries.every(([, label]) => typeof label === 'string')) return from as Labels;
  return Object.fromEntries(
    entries.flatMap(([name, label]) => {
      const written = typeof label === 'string' ? label : textOf(label);
      return written === undefined ? [] : [[name, written]];
    }),
  );
}

/** The first of these paths that holds an object, as labels. */
export function labels(...paths: readonly Path[]): Reader<Labels> {
  return firstAt(paths, labelsOf);
}
