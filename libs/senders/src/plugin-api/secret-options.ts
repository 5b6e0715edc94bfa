import { DomainError } from '#shared/kernel/domain-error.js';
import { isSameJson, type Json } from '#shared/kernel/json.js';
import type { PluginOptions } from './plugin.js';
import { secretOptionNames, type Configurable } from './check-options.js';

/** Shown in place of a secret. A request that sends it back leaves the secret unchanged. */
export const MASK = '***';

export interface SplitOptions {
  /** The options that may be shown, and stored without encryption. */
  readonly options: PluginOptions;
  readonly secret_options: PluginOptions;
}

export function splitSecrets(plugin: Configurable, allOptions: PluginOptions): SplitOptions {
  const secretNames = new Set(secretOptionNames(plugin));
  const entries = Object.entries(allOptions);
  return {
    options: Object.fromEntries(entries.filter(([name]) => !secretNames.has(name))),
    secret_options: Object.fromEntries(entries.filter(([name]) => secretNames.has(name))),
  };
}

/** Returns the options as they are shown: every secret that is set is replaced by `***`. */
export function maskSecrets({ options, secret_options }: SplitOptions): PluginOptions {
  return { ...options, ...Object.fromEntries(Object.keys(secret_options).map((name) => [name, MASK])) };
}

/**
 * Replaces each `***` of a request by the stored secret. If none is stored, the option is removed. Call it before the
 * options are checked.
 * @param stored all stored options, also those that are not secret: their addresses are compared
 * @param field the field of the request with the options
 * @throws ERROR_INVALID_PARAMETER if a stored secret is kept although an address has another origin
 */
export function restoreSecrets(
  plugin: Configurable,
  requested: PluginOptions,
  stored: PluginOptions,
  field = 'options',
): PluginOptions {
  const secretNames = new Set(secretOptionNames(plugin));
  const options: Record<string, Json> = {};
  let keepsSecret = false;
  for (const [name, value] of Object.entries(requested)) {
    const isMasked = value === MASK && secretNames.has(name);
    const option = isMasked ? stored[name] : value;
    if (option === undefined) continue;
    options[name] = option;
    keepsSecret ||= isMasked;
  }
  // Otherwise a caller who may change the address, but does not know the secret, could have it sent to their own server.
  if (keepsSecret && !isSameJson(listOrigins(stored), listOrigins(options))) {
    throw DomainError.invalid(
      field,
      'must contain the secrets again, because the host, port or scheme was changed',
    );
  }
  return options;
}

function listOrigins(options: PluginOptions): readonly string[] {
  const texts = Object.values(options).filter((value) => typeof value === 'string');
  return texts.flatMap((text) => (/^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : []));
}
