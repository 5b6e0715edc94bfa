import { isObject } from '#shared/kernel/json.js';
import { parseOrError } from './plugin-api/parse-delivery.js';
import type { Plugin, PluginDelivery, PluginOutcome } from './plugin-api/plugin.js';
import { valueAtPointer } from './plugin-api/validate-outcomes.js';
import { prefixPointer } from './envelopes/with-envelopes.js';

type Failure = Extract<PluginOutcome, { outcome: 'ERROR' }>;

/**
 * Wraps a plugin so that `auto` parses what the plugin cannot: another template of the sender, an unknown word for the
 * state, or the body of another sender. An ERROR remains only if neither can parse the alarm.
 */
export function withFallback(plugin: Plugin, auto: Plugin): Plugin {
  const parse: Plugin['parse'] = (delivery, options) => {
    const outcomes = parseOrError(plugin, delivery, options);
    return outcomes.some(isFailure) ? parseWithFallback(plugin, auto, delivery, outcomes) : outcomes;
  };
  return Object.assign(Object.create(plugin) as Plugin, { parse });
}

function parseWithFallback(
  plugin: Plugin,
  auto: Plugin,
  delivery: PluginDelivery,
  outcomes: readonly PluginOutcome[],
): readonly PluginOutcome[] {
  const failures = outcomes.filter(isFailure);
  const [firstFailure] = failures;
  if (firstFailure !== undefined && failures.length === outcomes.length) {
    const fallbackOutcomes = parseOrError(auto, delivery, {});
    if (fallbackOutcomes.length >= failures.length && !fallbackOutcomes.every(isFailure))
      return fallbackOutcomes.map((one) => markFallback(one, plugin, firstFailure));
  }
  return outcomes.flatMap((one) => (isFailure(one) ? parseFailedPart(plugin, auto, delivery, one) : [one]));
}

/** Lets `auto` parse the part of the body with the failed alarm only. The plugin has already parsed the other alarms. */
function parseFailedPart(
  plugin: Plugin,
  auto: Plugin,
  delivery: PluginDelivery,
  failure: Failure,
): readonly PluginOutcome[] {
  const body = failure.pointer === '' ? undefined : valueAtPointer(delivery.body, failure.pointer);
  if (!isObject(body)) return [failure];
  const partOutcomes = parseOrError(auto, { ...delivery, body }, {});
  return partOutcomes.every(isFailure)
    ? [failure]
    : partOutcomes.map((one) => markFallback(prefixPointer(failure.pointer, one), plugin, failure));
}

function isFailure(outcome: PluginOutcome): outcome is Failure {
  return outcome.outcome === 'ERROR';
}

function markFallback(
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
