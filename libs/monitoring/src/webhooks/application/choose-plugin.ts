import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { chooseVersion, type UpgradeMode, type VersionChoice } from '../domain/plugin-version.js';
import type { PluginChoice } from '../domain/webhook.js';
import { checkOptions, checkOptionsWork } from '#senders/plugin-api/check-options.js';
import type { PluginRegistry } from '#senders/registry.js';
import { keepSecrets, partSecrets } from '#senders/plugin-api/secret-options.js';

export interface PluginRequest {
  readonly version?: string | undefined;
  readonly upgrade_mode?: UpgradeMode | undefined;
  readonly options?: PluginOptions | undefined;
}

/**
 * What a webhook runs after a request: a version that exists, with options that this version takes.
 * @param current what it runs now, with its secrets in the clear
 * @param prefix where the request carries the fields
 * @throws ERROR_INVALID_PARAMETER that names the field and what is allowed
 */
export function choosePlugin(
  plugins: PluginRegistry,
  plugin_id: string,
  current: VersionChoice & { readonly options: PluginOptions },
  asked: PluginRequest,
  prefix: string,
): PluginChoice {
  const choice = chooseVersion(current, asked, prefix);
  const plugin = plugins.get(plugin_id, choice.version, prefix);
  const options = asked.options ? keepSecrets(plugin, asked.options, current.options) : current.options;
  checkOptions(plugin, options, `${prefix}options`);
  return { ...choice, ...partSecrets(plugin, options) };
}

/**
 * What the plugin itself has to say of the options chosen. It may ask the network, so not while anything is locked.
 * @throws ERROR_INVALID_PARAMETER that names the field
 */
export async function checkChoice(
  plugins: PluginRegistry,
  plugin_id: string,
  { version, options, secret_options }: PluginChoice,
  prefix: string,
): Promise<void> {
  const plugin = plugins.get(plugin_id, version, prefix);
  await checkOptionsWork(plugin, { ...options, ...secret_options }, `${prefix}options`);
}
