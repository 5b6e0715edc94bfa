import type { Plugin, PluginDelivery, PluginOptions, PluginOutcome } from '../plugin-api/plugin.js';
import { parseContents, prefixPointer } from '../envelopes/with-envelopes.js';
import { openEnvelope, type Content } from '../envelopes/open-envelope.js';

/** The confidence of two matching conditions (see `recogniseBy`). A single one may match a message of any sender. */
const MIN_CONFIDENCE = 0.75;

/**
 * Wraps the plugin of an envelope so that it dispatches the content to the plugin of the sender that wrote it. That plugin
 * pairs firing and recovery by their key. To the envelope's own plugin every message would be a separate alarm.
 */
export function dispatchByRecognition(envelope: Plugin, senders: readonly Plugin[]): Plugin {
  return {
    ...envelope,
    parse: (delivery, options) => {
      const contents = openEnvelope(delivery.body);
      const found = contents.map((content) => findInnerSender(envelope, senders, delivery, content.body));
      const [first] = found;
      if (first !== undefined && found.every((sender) => sender === first)) {
        const outcomes = parseContents(first, contents, delivery, {});
        if (outcomes.some(({ outcome }) => outcome !== 'ERROR'))
          return outcomes.map((one) => markReadBy(one, first));
      }
      return found.some((sender) => sender !== undefined) && contents.length > 1
        ? contents.flatMap((content, index) =>
            parseElement(envelope, found[index], { content, index }, delivery, options),
          )
        : envelope.parse(delivery, options);
    },
  };
}

/** Parses one of several envelopes with the plugin of its own sender, because each may contain a message of another one. */
function parseElement(
  envelope: Plugin,
  sender: Plugin | undefined,
  { content, index }: { readonly content: Content; readonly index: number },
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  const isEmpty = content.body === null || Object.keys(content.body).length === 0;
  if (isEmpty)
    return [{ outcome: 'IGNORED', pointer: content.pointer, reason: 'not an alarm: the element is empty' }];
  const inner = sender === undefined ? [] : parseContents(sender, [content], delivery, {});
  if (sender !== undefined && inner.some(({ outcome }) => outcome !== 'ERROR'))
    return inner.map((one) => markReadBy(one, sender));
  const { body } = delivery;
  return Array.isArray(body)
    ? envelope
        .parse({ ...delivery, body: body[index] ?? null }, options)
        .map((one) => prefixPointer(`/${index}`, one))
    : [{ outcome: 'ERROR', pointer: content.pointer, reason: 'expected a message of a known sender' }];
}

function findInnerSender(
  envelope: Plugin,
  senders: readonly Plugin[],
  delivery: PluginDelivery,
  body: PluginDelivery['body'] | undefined,
): Plugin | undefined {
  if (body === undefined) return undefined;
  const innerDelivery = { ...delivery, body };
  const ownConfidence = envelope.recognises?.(innerDelivery) ?? 0;
  let best: Plugin | undefined;
  let bestConfidence = 0;
  for (const sender of senders) {
    if (sender.plugin_id === envelope.plugin_id) continue;
    const confidence = sender.recognises?.(innerDelivery) ?? 0;
    if (confidence >= MIN_CONFIDENCE && confidence > ownConfidence && confidence > bestConfidence)
      [best, bestConfidence] = [sender, confidence];
  }
  return best;
}

function markReadBy(one: PluginOutcome, { plugin_id, version }: Plugin): PluginOutcome {
  if (one.outcome !== 'EVENT') return one;
  const additional_info = { ...one.event.additional_info, read_by: { plugin_id, version } };
  return { ...one, event: { ...one.event, additional_info } };
}
