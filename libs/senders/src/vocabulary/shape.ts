import type { Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery } from '../plugin-api/plugin.js';
import { compilePath, type Path } from './path.js';
import { textOf } from './text.js';

/** A path of the body that is there, even if `null`; with a pattern, one whose text matches; or a header. */
export type Mark = Path | readonly [Path, RegExp] | { readonly header: string; readonly is?: RegExp };

type Recognition = NonNullable<Plugin['recognises']>;

/** Recognises a body that has all these marks; the more marks, the surer: 1/2, 3/4, 7/8 … */
export function shaped(...marks: readonly Mark[]): Recognition {
  const tests = marks.map(testOf);
  const certainty = 1 - 0.5 ** tests.length;
  return (delivery) => (tests.every((test) => test(delivery)) ? certainty : 0);
}

/** The surest of these: for senders that write several kinds of bodies. */
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
