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

/** Parses a delivery without defaults: no severity is filled in. A plugin that throws gives a single ERROR. */
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
    return someOutcome(plugin.parse(delivery, options), severity);
  } catch (error) {
    return failed(plugin, error);
  }
}

/**
 * Parses a delivery as {@link parseDelivery} does, also with an async plugin.
 * @throws PluginUnavailableError if the plugin cannot be reached at present
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

/** Returns the request headers that are stored with a delivery and passed to the plugin. Names are in lower case. */
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
/** Headers with secrets, and the pseudo-header that only the service itself may set. */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  ':heartbeat',
]);
