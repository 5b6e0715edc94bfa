import type { Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { compilePath, firstAt, valueAt, type Path } from './path.js';
import { textOf } from './text.js';

/**
 * Returns a reader for the first list at these paths that contains texts, joined by `, `. A single text is accepted too.
 * @param member path of the text in each element; `undefined` if the elements are texts
 */
export function textList(member: Path | undefined, ...paths: readonly Path[]): Reader<string> {
  const steps = compilePath(member ?? '').steps;
  const read = (element: Json): string | undefined => textOf(valueAt(element, steps));
  return firstAt(paths, (from) =>
    Array.isArray(from)
      ? from
          .map(read)
          .filter((found) => found !== undefined)
          .join(', ') || undefined
      : textOf(from),
  );
}
