import { DomainError } from '#shared/kernel/domain-error.js';
import { checkSample } from '#senders/plugin-api/check-sample.js';
import type { AnyPlugin, PluginCheck, PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Webhook } from '../domain/webhook.js';
import { checkOptions, checkOptionsWithPlugin } from '#senders/plugin-api/check-options.js';
import type { StoredDeliveries } from '../../processing/application/ports/stored-deliveries.js';
import { checkStoredDeliveries } from '../../processing/application/compare-stored.js';
import type { SenderVerification } from '../../processing/application/sender-verification.js';
import type { PluginRegistry } from '#senders/registry.js';

/** Runs all checks of a version of a webhook's plugin, before the version parses any delivery. */
export async function checkPlugin(
  plugins: PluginRegistry,
  webhook: Webhook,
  version: string,
  storedDeliveries: StoredDeliveries,
  senderVerification: SenderVerification,
): Promise<PluginCheck[]> {
  const plugin = plugins.find(webhook.plugin_id, version);
  if (plugin === undefined) {
    const versions = plugins.versions(webhook.plugin_id).join(', ') || 'none';
    return [
      { name: 'version', ok: false, message: `there is no version ${version}; there are: ${versions}` },
    ];
  }
  const options = { ...webhook.options, ...webhook.secret_options };
  return [
    { name: 'version', ok: true, message: `${plugin.plugin_id} ${version}` },
    await runOptionsCheck(plugin, options),
    await runSamplesCheck(plugin),
    ...((await plugin.verify?.(options)) ?? []),
    ...(await checkStoredDeliveries(
      storedDeliveries,
      webhook,
      senderVerification.wrapPluginForStored(webhook, plugin),
    )),
  ];
}

async function runOptionsCheck(plugin: AnyPlugin, options: PluginOptions): Promise<PluginCheck> {
  try {
    checkOptions(plugin, options, 'options');
    await checkOptionsWithPlugin(plugin, options, 'options');
    return { name: 'options', ok: true, message: 'the options match the schema' };
  } catch (error) {
    // An unavailable plugin is tried again later.
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    return { name: 'options', ok: false, message: error.message };
  }
}

async function runSamplesCheck(plugin: AnyPlugin): Promise<PluginCheck> {
  const problems: string[] = [];
  for (const sample of plugin.samples) {
    const problem = await checkSample(plugin, sample);
    if (problem !== undefined) problems.push(problem);
  }
  const passedCount = plugin.samples.length - problems.length;
  const message = [
    `${passedCount} of ${plugin.samples.length} samples become what they promise`,
    ...problems,
  ].join('; ');
  return { name: 'samples', ok: problems.length === 0, message };
}
