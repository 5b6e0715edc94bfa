import { isObject, type Json } from '#shared/kernel/json.js';
import { DELIVERY_TERMS } from '../plugin-api/delivery-terms.js';
import { compilePath, valueAt, type Path } from './path.js';

/** A part of the body that is one alarm, and where it stands. */
export interface Found {
  readonly value: Json;
  readonly pointer: string;
}

/** Finds the alarms of a body; `undefined` where the body is not this sender's. */
export type AlarmFinder = (body: Json) => readonly Found[] | undefined;

/** No more of them than a delivery may have, and one by which it is seen that there are more. */
export function readable<T>(found: readonly T[]): readonly T[] {
  return found.length <= DELIVERY_TERMS.mostAlarms ? found : found.slice(0, DELIVERY_TERMS.mostAlarms + 1);
}

/** JSON pointer (RFC 6901) of the steps. */
export function pointerOf(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The alarms are the elements of the list at this path; `$` is a body that is a list itself. */
export function listAt(path: Path): AlarmFinder {
  const { steps } = compilePath(path);
  const base = pointerOf(steps);
  return (body) => {
    const list = valueAt(body, steps);
    return Array.isArray(list)
      ? readable(list).map((element: Json, index) => ({ value: element, pointer: `${base}/${index}` }))
      : undefined;
  };
}

/** The body is one alarm, if it is an object in which any of these paths holds something (none given: any object). */
export function wholeBody(...marks: readonly Path[]): AlarmFinder {
  const compiled = marks.map((mark) => compilePath(mark).steps);
  return (body) =>
    isObject(body) && (marks.length === 0 || compiled.some((steps) => valueAt(body, steps) !== undefined))
      ? [{ value: body, pointer: '' }]
      : undefined;
}

/** The alarms of the first of these that knows the body. */
export function eitherOf(...finders: readonly AlarmFinder[]): AlarmFinder {
  return (body) => {
    for (const find of finders) {
      const found = find(body);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
