import type { Plugin, PluginDelivery, PluginOutcome } from '../plugin-api/plugin.js';

export interface RecognisedPlugin {
  readonly plugin: Plugin;
  /** Confidence, from 0 to 1. */
  readonly sure: number;
}

/** Returns the plugins that recognise this delivery, those with the highest confidence first. */
export function recognise(senders: readonly Plugin[], delivery: PluginDelivery): readonly RecognisedPlugin[] {
  return senders
    .flatMap((plugin) => {
      const sure = plugin.recognises?.(delivery) ?? 0;
      return sure > 0 ? [{ plugin, sure }] : [];
    })
    .sort((a, b) => b.sure - a.sure);
}

/** Parses a delivery with the recognised plugin, and marks the events with it; `undefined` if all outcomes are ERROR. */
export function parseRecognised(
  { plugin, sure }: RecognisedPlugin,
  delivery: PluginDelivery,
): readonly PluginOutcome[] | undefined {
  const outcomes = plugin.parse(delivery, {});
  if (outcomes.every(({ outcome }) => outcome === 'ERROR')) return undefined;
  const auto = { recognised: plugin.plugin_id, version: plugin.version, sure };
  return outcomes.map((one) =>
    one.outcome === 'EVENT'
      ? { ...one, event: { ...one.event, additional_info: { ...one.event.additional_info, auto } } }
      : one,
  );
}
