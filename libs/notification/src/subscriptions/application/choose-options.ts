import { checkOptions, checkOptionsWork, type Described } from '#senders/plugin-api/check-options.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { keepSecrets, maskSecrets, partSecrets } from '#senders/plugin-api/secret-options.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { sameJson } from '#shared/kernel/same-json.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { OptionChoice } from '../domain/subscription.js';

/**
 * The options meant by a request, checked by the protocol, which may ask the network: not while anything is locked.
 * @param stored with secrets; `***` keeps them
 * @throws ERROR_INVALID_PARAMETER, ERROR_REQUIRED_PARAMETER, that name the field
 */
export async function chooseOptions(
  protocol: Protocol,
  given: PluginOptions,
  stored: PluginOptions,
): Promise<OptionChoice> {
  const described: Described = {
    plugin_id: protocol.protocol_id,
    optionsSchema: protocol.optionsSchema,
    checkOptions: async (options) => (await protocol.checkOptions?.(options)) ?? [],
  };
  const options = keepSecrets(described, given, stored);
  refuseToLead(stored, given, options);
  checkOptions(described, options, 'options');
  await checkOptionsWork(described, options, 'options');
  const { secret_options, ...rest } = partSecrets(described, options);
  return { options: maskSecrets({ ...rest, secret_options }), secret_options };
}

/**
 * A secret that is kept stays with the origin that it was given for: who may change an address must not learn by that what
 * is sent there.
 */
function refuseToLead(stored: PluginOptions, given: PluginOptions, options: PluginOptions): void {
  if (sameJson(given, options) || sameJson(originsIn(stored), originsIn(options))) return;
  throw DomainError.invalid(
    'options',
    'must have its secrets given again, because the host, port or scheme is another',
  );
}

function originsIn(options: PluginOptions): readonly string[] {
  const texts = Object.values(options).filter((value) => typeof value === 'string');
  return texts.flatMap((text) => (/^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : []));
}
