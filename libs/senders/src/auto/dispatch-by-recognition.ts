import type { Plugin, PluginDelivery, PluginOutcome } from '../plugin-api/plugin.js';
import { readWithin } from '../envelopes/relayed.js';
import { transported } from '../envelopes/transport.js';

/** Two marks of a sender at least: one alone may stand in a message of anybody. */
const SURE = 0.75;

/**
 * The plugin of an envelope: what another sender put into it is handed to the plugin that knows that sender, which tells a
 * recovery and what identifies an alarm; of the envelope each message is one of its own.
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
