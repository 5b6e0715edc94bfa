import { isObject, type Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';

export type Labels = Readonly<Record<string, string>>;

/** Converts an object to labels: numbers and booleans become text, objects and lists are left out. */
export function toLabels(from: Json): Labels | undefined {
  if (!isObject(from)) return undefined;
  const entries = Object.entries(from);
  if (entries.every(([, label]) => typeof label === 'string')) return from as Labels;
  return Object.fromEntries(
    entries.flatMap(([name, label]) => {
      const text = typeof label === 'string' ? label : textOf(label);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Returns a reader for the first object at these paths, as labels. */
export function labels(...paths: readonly Path[]): Reader<Labels> {
  return firstAt(paths, toLabels);
}
