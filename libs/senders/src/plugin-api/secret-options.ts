import type { PluginOptions } from './plugin.js';
import { secretOptionNames, type Described } from './check-options.js';

/** Shown in place of a secret. A request that sends it back leaves the secret unchanged. */
export const MASK = '***';

export interface PartedOptions {
  /** The options that may be shown, and stored without encryption. */
  readonly options: PluginOptions;
  readonly secret_options: PluginOptions;
}

export function partSecrets(plugin: Described, all: PluginOptions): PartedOptions {
  const secret = new Set(secretOptionNames(plugin));
  const entries = Object.entries(all);
  return {
    options: Object.fromEntries(entries.filter(([name]) => !secret.has(name))),
    secret_options: Object.fromEntries(entries.filter(([name]) => secret.has(name))),
  };
}

/** Returns the options as they are shown: every secret that is set is replaced by `***`. */
export function maskSecrets({ options, secret_options }: PartedOptions): PluginOptions {
  return { ...options, ...Object.fromEntries(Object.keys(secret_options).map((name) => [name, MASK])) };
}

/**
 * Replaces each `***` of a request by the stored secret. If none is stored, the option is removed. Call it before the
 * options are checked.
 */
export function keepSecrets(plugin: Described, given: PluginOptions, stored: PluginOptions): PluginOptions {
  const secret = new Set(secretOptionNames(plugin));
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (value !== MASK || !secret.has(name)) return [[name, value]];
      const kept = stored[name];
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}
