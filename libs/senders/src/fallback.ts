import { isObject } from '#shared/kernel/json.js';
import { attempt } from './plugin-api/parse-delivery.js';
import type { Plugin, PluginDelivery, PluginOutcome } from './plugin-api/plugin.js';
import { valueAt } from './plugin-api/check-outcomes.js';
import { below } from './envelopes/relayed.js';

type Failure = Extract<PluginOutcome, { outcome: 'ERROR' }>;

/**
 * Wraps a plugin so that `auto` parses what the plugin cannot: another template of the sender, an unknown word for the
 * state, or the body of another sender. An ERROR remains only if neither can parse the alarm.
 */
export function withFallback(plugin: Plugin, auto: Plugin): Plugin {
  const parse: Plugin['parse'] = (delivery, options) => {
    const outcomes = attempt(plugin, delivery, options);
    return outcomes.some(isFailure) ? readOtherwise(plugin, auto, delivery, outcomes) : outcomes;
  };
  return Object.assign(Object.create(plugin) as Plugin, { parse });
}

function readOtherwise(
  plugin: Plugin,
  auto: Plugin,
  delivery: PluginDelivery,
  outcomes: readonly PluginOutcome[],
): readonly PluginOutcome[] {
  const failures = outcomes.filter(isFailure);
  const [first] = failures;
  if (first !== undefined && failures.length === outcomes.length) {
    const whole = attempt(auto, delivery, {});
    if (whole.length >= failures.length && !whole.every(isFailure))
      return whole.map((one) => marked(one, plugin, first));
  }
  return outcomes.flatMap((one) => (isFailure(one) ? partOf(plugin, auto, delivery, one) : [one]));
}

/** Lets `auto` parse the part of the body with the failed alarm only. The plugin has already parsed the other alarms. */
function partOf(
  plugin: Plugin,
  auto: Plugin,
  delivery: PluginDelivery,
  failure: Failure,
): readonly PluginOutcome[] {
  const body = failure.pointer === '' ? undefined : valueAt(delivery.body, failure.pointer);
  if (!isObject(body)) return [failure];
  const read = attempt(auto, { ...delivery, body }, {});
  return read.every(isFailure)
    ? [failure]
    : read.map((one) => marked(below(failure.pointer, one), plugin, failure));
}

function isFailure(outcome: PluginOutcome): outcome is Failure {
  return outcome.outcome === 'ERROR';
}

function marked(
  outcome: PluginOutcome,
  { plugin_id, version }: Plugin,
  { reason: fallback }: Failure,
): PluginOutcome {
  if (outcome.outcome === 'ERROR') return outcome;
  if (outcome.outcome === 'IGNORED')
    return {
      ...outcome,
      reason: `${outcome.reason} (read by auto: ${plugin_id} ${version} could not, ${fallback})`,
      fallback,
    };
  if (outcome.outcome === 'ACKNOWLEDGED') return { ...outcome, fallback };
  const mark = { fallback: { plugin_id, version, reason: fallback } };
  const additional_info = { ...outcome.event.additional_info, ...mark };
  return { ...outcome, event: { ...outcome.event, additional_info }, fallback };
}
