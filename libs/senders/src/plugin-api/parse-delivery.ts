import { reasonOf } from '#shared/kernel/message-of.js';
import {
  isAsync,
  PluginUnavailableError,
  type AnyPlugin,
  type Plugin,
  type PluginDelivery,
  type PluginOptions,
  type PluginOutcome,
} from './plugin.js';
import { severityOf, type DefaultSeverity } from './unstated-severity.js';

/** What a plugin itself makes of a delivery: no severity where none is stated. One that throws has read nothing: one ERROR. */
export function attempt(
  plugin: Plugin,
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  try {
    return plugin.parse(delivery, options);
  } catch (error) {
    return failed(plugin, error);
  }
}

/**
 * Runs a plugin over a delivery. A plugin that throws has read nothing: one ERROR; one that finds nothing, one IGNORED.
 * @param severity of alarms that state none
 */
export function parseDelivery(
  plugin: Plugin,
  delivery: PluginDelivery,
  options: PluginOptions,
  severity: DefaultSeverity = 'AUTO',
): readonly PluginOutcome[] {
  try {
    return someOutcome(plugin.parse(delivery, options), severity);
  } catch (error) {
    return failed(plugin, error);
  }
}

/**
 * As {@link parseDelivery}, wherever the plugin does its work.
 * @throws PluginUnavailableError when a plugin out of reach can say nothing now
 */
export async function parseAnywhere(
  plugin: AnyPlugin,
  delivery: PluginDelivery,
  options: PluginOptions,
  severity: DefaultSeverity = 'AUTO',
): Promise<readonly PluginOutcome[]> {
  if (!isAsync(plugin)) return parseDelivery(plugin, delivery, options, severity);
  try {
    return someOutcome(await plugin.parseAsync(delivery, options), severity);
  } catch (error) {
    if (error instanceof PluginUnavailableError) throw error;
    return failed(plugin, error);
  }
}

function someOutcome(
  outcomes: readonly PluginOutcome[],
  severity: DefaultSeverity,
): readonly PluginOutcome[] {
  return outcomes.length > 0
    ? outcomes.map((one) =>
        one.outcome !== 'EVENT' || one.event.severity !== undefined
          ? one
          : { ...one, event: { ...one.event, severity: severityOf(one.event, severity) } },
      )
    : [{ outcome: 'IGNORED', pointer: '', reason: 'the payload holds no alarm' }];
}

function failed({ plugin_id, version }: AnyPlugin, error: unknown): readonly PluginOutcome[] {
  const what = reasonOf(error);
  return [
    { outcome: 'ERROR', pointer: '', reason: `plugin ${plugin_id} ${version} failed: ${what}`.slice(0, 500) },
  ];
}

/** Of a request's headers those that may be kept with a delivery and shown to the plugin; names in lower case. */
export function keptHeaders(
  plugin: Pick<AnyPlugin, 'headers'> | undefined,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  const { 'content-type': type, 'user-agent': agent } = headers;
  if (type !== undefined) kept['content-type'] = textOf(type);
  if (agent !== undefined) kept['user-agent'] = textOf(agent);
  for (const name of plugin?.headers ?? NONE) {
    const given = headers[name];
    if (given !== undefined && !NEVER_KEPT.has(name)) kept[name] = textOf(given);
  }
  return kept;
}

function textOf(header: string | readonly string[]): string {
  return typeof header === 'string' ? header : header.join(', ');
}

const NONE: readonly string[] = [];
/** Secrets, and what only the service itself may say of a delivery. */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  ':heartbeat',
]);
