import type { Plugin, PluginDelivery, PluginOutcome } from '../plugin-api/plugin.js';
import { readWithin } from '../envelopes/relayed.js';
import { transported } from '../envelopes/transport.js';

/** The confidence of two matching conditions (see `shaped`). A single one may match a message of any sender. */
const SURE = 0.75;

/**
 * Wraps the plugin of an envelope so that it dispatches the content to the plugin of the sender that wrote it. That plugin
 * pairs firing and recovery by their key. To the envelope's own plugin every message would be a separate alarm.
 */
export function dispatchByRecognition(envelope: Plugin, senders: readonly Plugin[]): Plugin {
  return {
    ...envelope,
    parse: (delivery, options) => {
      const contents = transported(delivery.body);
      const sender = senderOf(envelope, senders, delivery, contents[0]?.body);
      const within = sender === undefined ? [] : readWithin(sender, contents, delivery, {});
      return sender === undefined || within.every(({ outcome }) => outcome === 'ERROR')
        ? envelope.parse(delivery, options)
        : within.map((one) => marked(one, sender));
    },
  };
}

function senderOf(
  envelope: Plugin,
  senders: readonly Plugin[],
  delivery: PluginDelivery,
  body: PluginDelivery['body'] | undefined,
): Plugin | undefined {
  if (body === undefined) return undefined;
  const inside = { ...delivery, body };
  const own = envelope.recognises?.(inside) ?? 0;
  let best: Plugin | undefined;
  let most = 0;
  for (const sender of senders) {
    if (sender.plugin_id === envelope.plugin_id) continue;
    const sure = sender.recognises?.(inside) ?? 0;
    if (sure >= SURE && sure > own && sure > most) [best, most] = [sender, sure];
  }
  return best;
}

function marked(one: PluginOutcome, { plugin_id, version }: Plugin): PluginOutcome {
  if (one.outcome !== 'EVENT') return one;
  const additional_info = { ...one.event.additional_info, read_by: { plugin_id, version } };
  return { ...one, event: { ...one.event, additional_info } };
}
