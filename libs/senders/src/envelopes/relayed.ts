import { isObject, type Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery, PluginOptions, PluginOutcome } from '../plugin-api/plugin.js';
import { pointerOf } from '../vocabulary/alarms.js';
import { embeddedOf } from '../vocabulary/embedded.js';
import { transported, type Content } from './transport.js';

const HOLDERS = ['data', 'body', 'payload', 'RequestBody'];
/** Fields with which a relay describes the request that it received. They may be objects. */
const OF_REQUEST: ReadonlySet<string> = new Set([
  'headers',
  'requestheader',
  'query',
  'params',
  'queryparams',
]);
const MOST = 12;
/** The confidence in a sender inside an envelope is reduced by this factor. */
const LESS_SURE = 0.8;

const inners = new WeakMap<object, readonly Content[]>();

/** Returns the bodies inside an envelope of a message service, or inside the wrapper of a relay such as `{type, data: {…}}`. */
function innersOf(body: Json): readonly Content[] {
  const contents = transported(body);
  if (contents.length > 0 || !isObject(body)) return contents;
  let inner = inners.get(body);
  if (inner === undefined) {
    inner = findInner(body);
    inners.set(body, inner);
  }
  return inner;
}

function findInner(body: Record<string, Json>): readonly Content[] {
  const names = Object.keys(body);
  const holder = HOLDERS.find((name) => isWhole(embedded(body[name])));
  if (holder === undefined || names.length > MOST) return [];
  const plain = names.every(
    (name) =>
      name === holder ||
      OF_REQUEST.has(name.toLowerCase()) ||
      typeof body[name] !== 'object' ||
      body[name] === null,
  );
  const held = embedded(body[holder]);
  return plain && held !== undefined ? [{ body: held, pointer: pointerOf([holder]) }] : [];
}

function isWhole(held: Json | undefined): boolean {
  return isObject(held) || Array.isArray(held);
}

function embedded(held: Json | undefined): Json | undefined {
  return held === undefined ? undefined : embeddedOf(held);
}

/** Wraps a plugin so that it also parses bodies inside an envelope: those that it cannot parse itself are opened. */
export function alsoRelayed(plugin: Plugin): Plugin {
  const { recognises } = plugin;
  return {
    ...plugin,
    parse: (delivery, options) => {
      const delivered = isInside(plugin, delivery) ? transported(delivery.body) : [];
      const first = readWithin(plugin, delivered, delivery, options);
      if (first.some(({ outcome }) => outcome !== 'ERROR')) return first;
      const outcomes = plugin.parse(delivery, options);
      if (outcomes.some(({ outcome }) => outcome !== 'ERROR')) return outcomes;
      const within = readWithin(plugin, innersOf(delivery.body), delivery, options);
      return within.every(({ outcome }) => outcome === 'ERROR') ? outcomes : within;
    },
    ...(recognises && { recognises: (delivery) => certainty(recognises, delivery) }),
  };
}

/**
 * Returns whether the sender is recognised only inside the envelope. A lenient plugin might otherwise parse the envelope
 * itself.
 */
function isInside({ recognises }: Plugin, delivery: PluginDelivery): boolean {
  const [content] = transported(delivery.body);
  return (
    content !== undefined &&
    recognises?.(delivery) === 0 &&
    recognises({ ...delivery, body: content.body }) > 0
  );
}

function certainty(recognises: NonNullable<Plugin['recognises']>, delivery: PluginDelivery): number {
  const sure = recognises(delivery);
  if (sure > 0) return sure;
  const [inner] = innersOf(delivery.body);
  return inner === undefined ? 0 : recognises({ ...delivery, body: inner.body }) * LESS_SURE;
}

/** Parses bodies inside the body of a delivery with a plugin. Pointers of the outcomes refer to the outer body. */
export function readWithin(
  plugin: Plugin,
  contents: readonly Content[],
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  return contents.flatMap(({ body, pointer, isText, sent_at }) =>
    plugin
      .parse({ ...delivery, body }, options)
      .map((one) => timed(isText === true ? placed(pointer, one) : below(pointer, one), sent_at)),
  );
}

/** Sets the time of the envelope for an outcome without a time. */
function timed(one: PluginOutcome, sent_at: Date | undefined): PluginOutcome {
  if (sent_at === undefined) return one;
  if (one.outcome === 'EVENT' && !one.event.occurred_at)
    return { ...one, event: { ...one.event, occurred_at: sent_at } };
  if (one.outcome === 'ACKNOWLEDGED' && !one.acknowledgement.occurred_at)
    return { ...one, acknowledgement: { ...one.acknowledgement, occurred_at: sent_at } };
  return one;
}

function placed(pointer: string, one: PluginOutcome): PluginOutcome {
  if (one.outcome === 'EVENT') return { ...one, event: { ...one.event, pointer } };
  if (one.outcome === 'ACKNOWLEDGED') return { ...one, acknowledgement: { ...one.acknowledgement, pointer } };
  return { ...one, pointer };
}

/** Prefixes the pointer of an outcome with that of the inner body, so that it refers to the outer one. */
export function below(pointer: string, one: PluginOutcome): PluginOutcome {
  if (one.outcome === 'EVENT') return placed(pointer + one.event.pointer, one);
  return placed(pointer + (one.outcome === 'ACKNOWLEDGED' ? one.acknowledgement.pointer : one.pointer), one);
}
