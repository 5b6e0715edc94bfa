import type { Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery } from '../plugin-api/plugin.js';
import { compilePath, type Path } from './path.js';
import { textOf } from './text.js';

/** A condition: a path that exists in the body (even if `null`), a path whose text matches a pattern, or a header. */
export type Mark = Path | readonly [Path, RegExp] | { readonly header: string; readonly is?: RegExp };

type Recognition = NonNullable<Plugin['recognises']>;

/** Recognises a body that meets all conditions. The confidence grows with their number: 1/2, 3/4, 7/8 … */
export function shaped(...marks: readonly Mark[]): Recognition {
  const tests = marks.map(testOf);
  const certainty = 1 - 0.5 ** tests.length;
  return (delivery) => (tests.every((test) => test(delivery)) ? certainty : 0);
}

/** Returns the highest confidence of these shapes, for senders with several kinds of bodies. */
export function anyShape(...shapes: readonly Recognition[]): Recognition {
  return (delivery) => Math.max(...shapes.map((recognises) => recognises(delivery)));
}

function testOf(mark: Mark): (delivery: PluginDelivery) => boolean {
  if (typeof mark === 'object' && 'header' in mark) {
    const { header, is = /./s } = mark;
    return ({ headers }) => is.test(headers[header] ?? '');
  }
  const [path, pattern] = typeof mark === 'string' ? [mark] : mark;
  const { steps } = compilePath(path);
  return ({ body }) => {
    const there = presentAt(body, steps);
    return there !== undefined && (pattern === undefined || pattern.test(textOf(there) ?? ''));
  };
}

function presentAt(body: Json, steps: readonly string[]): Json | undefined {
  let at: Json | undefined = body;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string, Json>>)[step];
  }
  return at;
}
