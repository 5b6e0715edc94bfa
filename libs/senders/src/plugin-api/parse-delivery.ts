import { getErrorMessage } from '#shared/kernel/error-message.js';
import {
  isAsync,
  type AnyPlugin,
  type DeliveryUse,
  type Plugin,
  type PluginDelivery,
  type PluginEvent,
  type PluginOptions,
  type PluginOutcome,
} from './plugin.js';
import { PluginUnavailableError } from './plugin-unavailable.js';
import { hasUnknownSeverity, resolveSeverity, type DefaultSeverity } from './default-severity.js';

/** Parses a delivery without defaults: no severity is filled in. A plugin that throws gives a single ERROR. */
export function parseOrError(
  plugin: Plugin,
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  try {
    return plugin.parse(delivery, options);
  } catch (error) {
    return errorOutcomes(plugin, error);
  }
}

/**
 * Parses a delivery. A plugin that throws gives a single ERROR, and one that finds no alarm a single IGNORED.
 * @param severity the webhook's setting for alarms without a stated severity
 */
export function parseDelivery(
  plugin: Plugin,
  delivery: PluginDelivery,
  options: PluginOptions,
  severity: DefaultSeverity = 'AUTO',
): readonly PluginOutcome[] {
  try {
    return applyDefaults(plugin.parse(delivery, options), severity);
  } catch (error) {
    return errorOutcomes(plugin, error);
  }
}

/**
 * Parses a delivery as {@link parseDelivery} does, also with an async plugin.
 * @throws PluginUnavailableError if the plugin cannot be reached at present
 */
export async function parseDeliveryAsync(
  plugin: AnyPlugin,
  delivery: PluginDelivery,
  options: PluginOptions,
  severity: DefaultSeverity = 'AUTO',
  use?: DeliveryUse,
): Promise<readonly PluginOutcome[]> {
  if (!isAsync(plugin)) return parseDelivery(plugin, delivery, options, severity);
  try {
    return applyDefaults(await plugin.parseAsync(delivery, options, use), severity);
  } catch (error) {
    if (error instanceof PluginUnavailableError) throw error;
    return errorOutcomes(plugin, error);
  }
}

function applyDefaults(
  outcomes: readonly PluginOutcome[],
  severity: DefaultSeverity,
): readonly PluginOutcome[] {
  return outcomes.length > 0
    ? outcomes.map((one) =>
        one.outcome !== 'EVENT' || one.event.severity !== undefined
          ? one
          : { ...one, event: applySeverity(one.event, severity) },
      )
    : [{ outcome: 'IGNORED', pointer: '', reason: 'the payload holds no alarm' }];
}

/** Sets the severity of an event without one. A word of the sender that is no severity is kept. */
function applySeverity(event: PluginEvent, defaultSeverity: DefaultSeverity): PluginEvent {
  const severity = resolveSeverity(event, defaultSeverity);
  return hasUnknownSeverity(event)
    ? {
        ...event,
        severity,
        additional_info: { ...event.additional_info, severity_word: event.severity_word ?? null },
      }
    : { ...event, severity };
}

function errorOutcomes({ plugin_id, version }: AnyPlugin, error: unknown): readonly PluginOutcome[] {
  const message = getErrorMessage(error);
  return [
    {
      outcome: 'ERROR',
      pointer: '',
      reason: `plugin ${plugin_id} ${version} failed: ${message}`.slice(0, 500),
    },
  ];
}
