import { isObject, type Json } from '#shared/kernel/json.js';
import { DELIVERY_LIMITS } from '../plugin-api/delivery-limits.js';
import { compilePath, valueAt, type Path } from './path.js';

/** A part of the body that is one alarm, and its JSON pointer. */
export interface FoundAlarm {
  readonly value: Json;
  readonly pointer: string;
}

/** Finds the alarms in a body. Returns `undefined` if the body is not from this sender. */
export type AlarmFinder = (body: Json) => readonly FoundAlarm[] | undefined;

/** Returns at most one alarm more than a delivery may have. The extra one shows that the limit was exceeded. */
export function limitAlarms<T>(found: readonly T[]): readonly T[] {
  return found.length <= DELIVERY_LIMITS.maxAlarms ? found : found.slice(0, DELIVERY_LIMITS.maxAlarms + 1);
}

/** Converts steps to a JSON pointer (RFC 6901). */
export function toJsonPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Finds alarms in the list at a path: each element is one. `$` is for a body that is itself a list. */
export function listAt(path: Path): AlarmFinder {
  const { steps } = compilePath(path);
  const base = toJsonPointer(steps);
  return (body) => {
    const list = valueAt(body, steps);
    return Array.isArray(list)
      ? limitAlarms(list).map((element: Json, index) => ({ value: element, pointer: `${base}/${index}` }))
      : undefined;
  };
}

/** Takes the whole body as one alarm, if it is an object with a value at one of these paths (no paths: any object). */
export function wholeBody(...marks: readonly Path[]): AlarmFinder {
  const compiled = marks.map((mark) => compilePath(mark).steps);
  return (body) =>
    isObject(body) && (marks.length === 0 || compiled.some((steps) => valueAt(body, steps) !== undefined))
      ? [{ value: body, pointer: '' }]
      : undefined;
}

/** Finds alarms with the first of these finders that recognises the body. */
export function eitherOf(...finders: readonly AlarmFinder[]): AlarmFinder {
  return (body) => {
    for (const find of finders) {
      const found = find(body);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
