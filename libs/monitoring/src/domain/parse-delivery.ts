import { reasonOf } from '#shared/kernel/message-of.js';
import {
  isLater,
  PluginUnavailableError,
  type AnyPlugin,
  type Plugin,
  type PluginDelivery,
  type PluginOptions,
  type PluginOutcome,
} from './plugin.js';

/** Runs a plugin over a delivery. A plugin that throws has read nothing: one ERROR; one that finds nothing, one IGNORED. */
export function parseDelivery(
  plugin: Plugin,
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  try {
    return someOutcome(plugin.parse(delivery, options));
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
): Promise<readonly PluginOutcome[]> {
  if (!isLater(plugin)) return parseDelivery(plugin, delivery, options);
  try {
    return someOutcome(await plugin.parseLater(delivery, options));
  } catch (error) {
    if (error instanceof PluginUnavailableError) throw error;
    return failed(plugin, error);
  }
}

function someOutcome(outcomes: readonly PluginOutcome[]): readonly PluginOutcome[] {
  return outcomes.length > 0
    ? outcomes
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
    if (given !== undefined && !SECRET_HEADERS.has(name)) kept[name] = textOf(given);
  }
  return kept;
}

function textOf(header: string | readonly string[]): string {
  return typeof header === 'string' ? header : header.join(', ');
}

const NONE: readonly string[] = [];
const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
