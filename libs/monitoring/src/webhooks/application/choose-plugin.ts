import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { chooseVersion, type UpgradeMode, type VersionChoice, type PluginChoice } from '../domain/webhook.js';
import { checkOptions, checkOptionsWithPlugin } from '#senders/plugin-api/check-options.js';
import type { PluginRegistry } from '#senders/registry.js';
import { restoreSecrets, splitSecrets } from '#senders/plugin-api/secret-options.js';

export interface PluginRequest {
  readonly version?: string | undefined;
  readonly upgrade_mode?: UpgradeMode | undefined;
  readonly options?: PluginOptions | undefined;
}

/**
 * Returns the plugin settings of a webhook after a request: an existing version, with options that this version accepts.
 * @param current the current settings, with secrets in plain text
 * @param prefix path of the fields in the request
 * @throws ERROR_INVALID_PARAMETER that names the field and what is allowed
 */
export function choosePlugin(
  plugins: PluginRegistry,
  plugin_id: string,
  current: VersionChoice & { readonly options: PluginOptions },
  request: PluginRequest,
  prefix: string,
): PluginChoice {
  const choice = chooseVersion(current, request, prefix);
  const plugin = plugins.get(plugin_id, choice.version, prefix);
  const options = request.options
    ? restoreSecrets(plugin, request.options, current.options, `${prefix}options`)
    : current.options;
  checkOptions(plugin, options, `${prefix}options`);
  return { ...choice, ...splitSecrets(plugin, options) };
}

/**
 * Lets the plugin check the chosen options. The plugin may use the network, so the caller must not hold any lock.
 * @throws ERROR_INVALID_PARAMETER that names the field
 */
export async function checkChosenOptions(
  plugins: PluginRegistry,
  plugin_id: string,
  { version, options, secret_options }: PluginChoice,
  prefix: string,
): Promise<void> {
  const plugin = plugins.get(plugin_id, version, prefix);
  await checkOptionsWithPlugin(plugin, { ...options, ...secret_options }, `${prefix}options`);
}
