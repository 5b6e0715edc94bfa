import type { Plugin, PluginDelivery, PluginOutcome } from '../plugin-api/plugin.js';
import { parseContents } from '../envelopes/with-envelopes.js';
import { openEnvelope } from '../envelopes/open-envelope.js';

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
      const sender = findInnerSender(envelope, senders, delivery, contents[0]?.body);
      const innerOutcomes = sender === undefined ? [] : parseContents(sender, contents, delivery, {});
      return sender === undefined || innerOutcomes.every(({ outcome }) => outcome === 'ERROR')
        ? envelope.parse(delivery, options)
        : innerOutcomes.map((one) => markReadBy(one, sender));
    },
  };
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
