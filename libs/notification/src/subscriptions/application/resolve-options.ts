import {
  checkOptions,
  checkOptionsWithPlugin,
  type Configurable,
} from '#senders/plugin-api/check-options.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { restoreSecrets, maskSecrets, splitSecrets } from '#senders/plugin-api/secret-options.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { ResolvedOptions } from '../domain/subscription.js';

/**
 * Returns the options that a request asks for, checked by the protocol. The check may use the network, so it must not run
 * while rows are locked.
 * @param stored the present options with their secrets, which `***` in the request keeps
 * @throws ERROR_INVALID_PARAMETER, ERROR_REQUIRED_PARAMETER naming the field
 */
export async function resolveOptions(
  protocol: Protocol,
  given: PluginOptions,
  stored: PluginOptions,
): Promise<ResolvedOptions> {
  const pluginDescription: Configurable = {
    plugin_id: protocol.protocol_id,
    optionsSchema: protocol.optionsSchema,
    checkOptions: async (options) => (await protocol.checkOptions?.(options)) ?? [],
  };
  const options = restoreSecrets(pluginDescription, given, stored);
  checkOptions(pluginDescription, options, 'options');
  await checkOptionsWithPlugin(pluginDescription, options, 'options');
  const { secret_options, ...plainOptions } = splitSecrets(pluginDescription, options);
  return { options: maskSecrets({ ...plainOptions, secret_options }), secret_options };
}
