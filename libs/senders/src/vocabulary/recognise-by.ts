import type { Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery } from '../plugin-api/plugin.js';
import { compilePath, type Path } from './path.js';
import { textOf } from './text.js';

/** A condition: a path that exists in the body (even if `null`), a path whose text matches a pattern, or a header. */
export type BodyCondition =
  Path | readonly [Path, RegExp] | { readonly header: string; readonly pattern?: RegExp };

type Recognition = NonNullable<Plugin['recognises']>;

/** Recognises a body that meets all conditions. The confidence grows with their number: 1/2, 3/4, 7/8 … */
export function recogniseBy(...conditions: readonly BodyCondition[]): Recognition {
  const tests = conditions.map(compileCondition);
  const confidence = 1 - 0.5 ** tests.length;
  return (delivery) => (tests.every((test) => test(delivery)) ? confidence : 0);
}

/** Returns the highest confidence of these shapes, for senders with several kinds of bodies. */
export function recogniseAny(...recognisers: readonly Recognition[]): Recognition {
  return (delivery) => Math.max(...recognisers.map((recognises) => recognises(delivery)));
}

function compileCondition(condition: BodyCondition): (delivery: PluginDelivery) => boolean {
  if (typeof condition === 'object' && 'header' in condition) {
    const { header, pattern: is = /./s } = condition;
    return ({ headers }) => is.test(headers[header] ?? '');
  }
  const [path, pattern] = typeof condition === 'string' ? [condition] : condition;
  const { steps } = compilePath(path);
  return ({ body }) => {
    const found = valueOrNullAt(body, steps);
    return found !== undefined && (pattern === undefined || pattern.test(textOf(found) ?? ''));
  };
}

/** Returns the first element that is not empty, so that a `null` at the front does not hide the sender. */
function firstFilled(list: readonly Json[]): Json | undefined {
  const [first] = list;
  return isFilled(first) ? first : (list.slice(0, MAX_EMPTY_ELEMENTS).find(isFilled) ?? first);
}

const MAX_EMPTY_ELEMENTS = 10;
const isFilled = (value: Json | undefined): boolean =>
  value !== null && (typeof value !== 'object' || Object.keys(value).length > 0);

function valueOrNullAt(body: Json, steps: readonly string[]): Json | undefined {
  let current: Json | undefined = body;
  for (const step of steps) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current =
      step === '0' && Array.isArray(current)
        ? firstFilled(current)
        : (current as Readonly<Record<string, Json>>)[step];
  }
  return current;
}
