import { isObject, type Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery, PluginOutcome } from '../domain/plugin.js';
import { pointerOf } from './reading/alarms.js';
import { embeddedOf } from './reading/embedded.js';

interface Inner {
  readonly body: Json;
  readonly pointer: string;
}

const HOLDERS = ['data', 'body', 'payload', 'RequestBody'];
/** What else a relay tells of the request it got, besides plain values. */
const OF_REQUEST: ReadonlySet<string> = new Set([
  'headers',
  'requestheader',
  'query',
  'params',
  'queryparams',
]);
const MOST = 12;
/** A sender is recognised a little less surely inside of an envelope than by itself. */
const LESS_SURE = 0.8;

const inners = new WeakMap<object, Inner | null>();

/** What was posted to a relay, where the body is no more than an envelope: `{type, timestamp, data: {…}}`. */
function innerOf(body: Json): Inner | null {
  if (!isObject(body)) return null;
  let inner = inners.get(body);
  if (inner === undefined) {
    inner = findInner(body);
    inners.set(body, inner);
  }
  return inner;
}

function findInner(body: Record<string, Json>): Inner | null {
  const names = Object.keys(body);
  const holder = HOLDERS.find((name) => isObject(embedded(body[name])));
  if (holder === undefined || names.length > MOST) return null;
  const plain = names.every(
    (name) =>
      name === holder ||
      OF_REQUEST.has(name.toLowerCase()) ||
      typeof body[name] !== 'object' ||
      body[name] === null,
  );
  const held = embedded(body[holder]);
  return plain && held !== undefined ? { body: held, pointer: pointerOf([holder]) } : null;
}

function embedded(held: Json | undefined): Json | undefined {
  return held === undefined ? undefined : embeddedOf(held);
}

/** The same sender, also where a relay passed its body on in an envelope: what it cannot read itself is opened. */
export function alsoRelayed(plugin: Plugin): Plugin {
  const { recognises } = plugin;
  return {
    ...plugin,
    parse: (delivery, options) => {
      const outcomes = plugin.parse(delivery, options);
      if (outcomes.some(({ outcome }) => outcome !== 'ERROR')) return outcomes;
      const inner = innerOf(delivery.body);
      const within = inner === null ? [] : plugin.parse({ ...delivery, body: inner.body }, options);
      return inner === null || within.every(({ outcome }) => outcome === 'ERROR')
        ? outcomes
        : within.map((one) => below(inner.pointer, one));
    },
    ...(recognises && { recognises: (delivery) => certainty(recognises, delivery) }),
  };
}

function certainty(recognises: NonNullable<Plugin['recognises']>, delivery: PluginDelivery): number {
  const sure = recognises(delivery);
  if (sure > 0) return sure;
  const inner = innerOf(delivery.body);
  return inner === null ? 0 : recognises({ ...delivery, body: inner.body }) * LESS_SURE;
}

function below(pointer: string, one: PluginOutcome): PluginOutcome {
  return one.outcome === 'EVENT'
    ? { ...one, event: { ...one.event, pointer: pointer + one.event.pointer } }
    : { ...one, pointer: pointer + one.pointer };
}
