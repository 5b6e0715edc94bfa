import type { Plugin, PluginDelivery, PluginOptions, PluginOutcome } from './plugin.js';

/** Runs a plugin over a delivery. A plugin that throws has read nothing: one ERROR; one that finds nothing, one IGNORED. */
export function parseDelivery(
  plugin: Plugin,
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  try {
    const outcomes = plugin.parse(delivery, options);
    return outcomes.length > 0
      ? outcomes
      : [{ outcome: 'IGNORED', pointer: '', reason: 'the payload holds no alarm' }];
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return [
      {
        outcome: 'ERROR',
        pointer: '',
        reason: `plugin ${plugin.plugin_id} ${plugin.version} failed: ${what}`.slice(0, 500),
      },
    ];
  }
}

/** Of a request's headers those that may be kept with a delivery and shown to the plugin; names in lower case. */
export function keptHeaders(
  plugin: Pick<Plugin, 'headers'>,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['content-type', 'user-agent', ...(plugin.headers ?? [])]) {
    const given = headers[name];
    if (given !== undefined && !SECRET_HEADERS.has(name))
      kept[name] = typeof given === 'string' ? given : given.join(', ');
  }
  return kept;
}

const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
