import { DomainError } from '#shared/kernel/domain-error.js';
import { checkSample } from '../domain/check-sample.js';
import type { Plugin, PluginCheck } from '../domain/plugin.js';
import type { Webhook } from '../domain/webhook.js';
import { checkOptions } from '../plugins/check-options.js';
import type { PluginRegistry } from '../plugins/plugin-registry.js';

/** Tries the plugin of a webhook in one version: everything that is to be known before it meets a delivery. */
export function checkPlugin(plugins: PluginRegistry, webhook: Webhook, version: string): PluginCheck[] {
  const plugin = plugins.find(webhook.plugin_id, version);
  if (plugin === undefined) {
    const there = plugins.versions(webhook.plugin_id).join(', ') || 'none';
    return [{ name: 'version', ok: false, message: `there is no version ${version}; there are: ${there}` }];
  }
  return [
    { name: 'version', ok: true, message: `${plugin.plugin_id} ${version}` },
    optionsCheck(plugin, webhook),
    samplesCheck(plugin),
  ];
}

function optionsCheck(plugin: Plugin, webhook: Webhook): PluginCheck {
  try {
    checkOptions(plugin, { ...webhook.options, ...webhook.secret_options }, 'options');
    return { name: 'options', ok: true, message: 'the options match the schema' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { name: 'options', ok: false, message: error.message };
  }
}

function samplesCheck(plugin: Plugin): PluginCheck {
  const wrong = plugin.samples.flatMap((sample) => checkSample(plugin, sample) ?? []);
  const right = plugin.samples.length - wrong.length;
  const message = [`${right} of ${plugin.samples.length} samples become what they promise`, ...wrong].join(
    '; ',
  );
  return { name: 'samples', ok: wrong.length === 0, message };
}
