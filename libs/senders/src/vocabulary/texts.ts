import type { Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { compilePath, firstAt, valueAt, type Path } from './path.js';
import { textOf } from './text.js';

/**
 * The texts of the first of these lists that has any, joined by `, `; a text alone is taken as it is.
 * @param member where the text stands in each element; left out where the elements are texts
 */
export function texts(member: Path | undefined, ...paths: readonly Path[]): Reader<string> {
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
