import { isObject, type Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery, PluginOptions, PluginOutcome } from '../plugin-api/plugin.js';
import { toJsonPointer } from '../vocabulary/alarm-finder.js';
import { parseEmbeddedJson } from '../vocabulary/embedded.js';
import { openEnvelope, type Content } from './open-envelope.js';

const CONTENT_FIELDS = ['data', 'body', 'payload', 'RequestBody'];
/** Fields with which a relay describes the request that it received. They may be objects. */
const REQUEST_FIELDS: ReadonlySet<string> = new Set([
  'headers',
  'requestheader',
  'query',
  'params',
  'queryparams',
]);
const MAX_FIELDS = 12;
/** The confidence in a sender inside an envelope is reduced by this factor. */
const INNER_CONFIDENCE_FACTOR = 0.8;

const contentCache = new WeakMap<object, readonly Content[]>();

/** Returns the bodies inside an envelope of a message service, or inside the wrapper of a relay such as `{type, data: {…}}`. */
function findContents(body: Json): readonly Content[] {
  const contents = openEnvelope(body);
  if (contents.length > 0 || !isObject(body)) return contents;
  let inner = contentCache.get(body);
  if (inner === undefined) {
    inner = findRelayContent(body);
    contentCache.set(body, inner);
  }
  return inner;
}

function findRelayContent(body: Record<string, Json>): readonly Content[] {
  const names = Object.keys(body);
  const contentField = CONTENT_FIELDS.find((name) => isContainer(parseHeld(body[name])));
  if (contentField === undefined || names.length > MAX_FIELDS) return [];
  const hasOnlyScalars = names.every(
    (name) =>
      name === contentField ||
      REQUEST_FIELDS.has(name.toLowerCase()) ||
      typeof body[name] !== 'object' ||
      body[name] === null,
  );
  const parsedContent = parseHeld(body[contentField]);
  return hasOnlyScalars && parsedContent !== undefined
    ? [{ body: parsedContent, pointer: toJsonPointer([contentField]) }]
    : [];
}

function isContainer(held: Json | undefined): boolean {
  return isObject(held) || Array.isArray(held);
}

function parseHeld(held: Json | undefined): Json | undefined {
  return held === undefined ? undefined : parseEmbeddedJson(held);
}

/** Wraps a plugin so that it also parses bodies inside an envelope: those that it cannot parse itself are opened. */
export function withEnvelopes(plugin: Plugin): Plugin {
  const { recognises } = plugin;
  return {
    ...plugin,
    parse: (delivery, options) => {
      const envelopeContents = isRecognisedInside(plugin, delivery) ? openEnvelope(delivery.body) : [];
      const envelopeOutcomes = parseContents(plugin, envelopeContents, delivery, options);
      if (envelopeOutcomes.some(({ outcome }) => outcome !== 'ERROR')) return envelopeOutcomes;
      const outcomes = plugin.parse(delivery, options);
      if (outcomes.some(({ outcome }) => outcome !== 'ERROR')) return outcomes;
      const innerOutcomes = parseContents(plugin, findContents(delivery.body), delivery, options);
      return innerOutcomes.every(({ outcome }) => outcome === 'ERROR') ? outcomes : innerOutcomes;
    },
    ...(recognises && { recognises: (delivery) => recogniseContent(recognises, delivery) }),
  };
}

/**
 * Returns whether the sender is recognised only inside the envelope. A lenient plugin might otherwise parse the envelope
 * itself.
 */
function isRecognisedInside({ recognises }: Plugin, delivery: PluginDelivery): boolean {
  const content = openEnvelope(delivery.body).find(isFilled);
  return (
    content !== undefined &&
    recognises?.(delivery) === 0 &&
    recognises({ ...delivery, body: content.body }) > 0
  );
}

function recogniseContent(recognises: NonNullable<Plugin['recognises']>, delivery: PluginDelivery): number {
  const confidence = recognises(delivery);
  if (confidence > 0) return confidence;
  const inner = findContents(delivery.body).find(isFilled);
  return inner === undefined ? 0 : recognises({ ...delivery, body: inner.body }) * INNER_CONFIDENCE_FACTOR;
}

/** Parses bodies inside the body of a delivery with a plugin. Pointers of the outcomes refer to the outer body. */
export function parseContents(
  plugin: Plugin,
  contents: readonly Content[],
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  return contents.flatMap((content) =>
    contents.length > 1 && !isFilled(content)
      ? [
          {
            outcome: 'IGNORED',
            pointer: content.pointer,
            reason: 'not an alarm: the element is empty',
          } as const,
        ]
      : parseContent(plugin, content, delivery, options),
  );
}

/** Returns whether a content may be an alarm: an element of a list of envelopes may also be empty. */
function isFilled({ body }: Content): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0;
}

function parseContent(
  plugin: Plugin,
  { body, pointer, isText, sent_at }: Content,
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  return plugin
    .parse({ ...delivery, body }, options)
    .map((outcome) =>
      withSentTime(
        isText === true ? withPointer(pointer, outcome) : prefixPointer(pointer, outcome),
        sent_at,
      ),
    );
}

/** Sets the time of the envelope for an outcome without a time. */
function withSentTime(outcome: PluginOutcome, sent_at: Date | undefined): PluginOutcome {
  if (sent_at === undefined) return outcome;
  if (outcome.outcome === 'EVENT' && !outcome.event.occurred_at)
    return { ...outcome, event: { ...outcome.event, occurred_at: sent_at } };
  if (outcome.outcome === 'ACKNOWLEDGED' && !outcome.acknowledgement.occurred_at)
    return { ...outcome, acknowledgement: { ...outcome.acknowledgement, occurred_at: sent_at } };
  return outcome;
}

function withPointer(pointer: string, outcome: PluginOutcome): PluginOutcome {
  if (outcome.outcome === 'EVENT') return { ...outcome, event: { ...outcome.event, pointer } };
  if (outcome.outcome === 'ACKNOWLEDGED')
    return { ...outcome, acknowledgement: { ...outcome.acknowledgement, pointer } };
  return { ...outcome, pointer };
}

/** Prefixes the pointer of an outcome with that of the inner body, so that it refers to the outer one. */
export function prefixPointer(pointer: string, outcome: PluginOutcome): PluginOutcome {
  return mapPointer(outcome, (inner) => pointer + inner);
}

/** Replaces the pointer of an outcome. */
export function mapPointer(outcome: PluginOutcome, change: (pointer: string) => string): PluginOutcome {
  if (outcome.outcome === 'EVENT') return withPointer(change(outcome.event.pointer), outcome);
  return withPointer(
    change(outcome.outcome === 'ACKNOWLEDGED' ? outcome.acknowledgement.pointer : outcome.pointer),
    outcome,
  );
}
