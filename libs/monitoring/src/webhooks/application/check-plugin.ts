import { DomainError } from '#shared/kernel/domain-error.js';
import { checkSample } from '#senders/plugin-api/check-sample.js';
import type { AnyPlugin, PluginCheck, PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Webhook } from '../domain/webhook.js';
import { checkOptions, checkOptionsWork } from '#senders/plugin-api/check-options.js';
import type { StoredDeliveries } from '../../processing/application/ports/stored-deliveries.js';
import { storedCheck } from '../../processing/application/read-stored.js';
import type { SenderVerification } from '../../processing/application/sender-verification.js';
import type { PluginRegistry } from '#senders/registry.js';

/** Runs all checks of a version of a webhook's plugin, before the version parses any delivery. */
export async function checkPlugin(
  plugins: PluginRegistry,
  webhook: Webhook,
  version: string,
  stored: StoredDeliveries,
  senders: SenderVerification,
): Promise<PluginCheck[]> {
  const plugin = plugins.find(webhook.plugin_id, version);
  if (plugin === undefined) {
    const there = plugins.versions(webhook.plugin_id).join(', ') || 'none';
    return [{ name: 'version', ok: false, message: `there is no version ${version}; there are: ${there}` }];
  }
  const options = { ...webhook.options, ...webhook.secret_options };
  return [
    { name: 'version', ok: true, message: `${plugin.plugin_id} ${version}` },
    await optionsCheck(plugin, options),
    await samplesCheck(plugin),
    ...((await plugin.verify?.(options)) ?? []),
    ...(await storedCheck(stored, webhook, senders.checkedAgain(webhook, plugin))),
  ];
}

async function optionsCheck(plugin: AnyPlugin, options: PluginOptions): Promise<PluginCheck> {
  try {
    checkOptions(plugin, options, 'options');
    await checkOptionsWork(plugin, options, 'options');
    return { name: 'options', ok: true, message: 'the options match the schema' };
  } catch (error) {
    // An unavailable plugin is tried again later.
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    return { name: 'options', ok: false, message: error.message };
  }
}

async function samplesCheck(plugin: AnyPlugin): Promise<PluginCheck> {
  const wrong: string[] = [];
  for (const sample of plugin.samples) {
    const problem = await checkSample(plugin, sample);
    if (problem !== undefined) wrong.push(problem);
  }
  const right = plugin.samples.length - wrong.length;
  const message = [`${right} of ${plugin.samples.length} samples become what they promise`, ...wrong].join(
    '; ',
  );
  return { name: 'samples', ok: wrong.length === 0, message };
}
