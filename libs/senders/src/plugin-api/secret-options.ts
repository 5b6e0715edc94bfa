import type { PluginOptions } from './plugin.js';
import { secretOptionNames, type Described } from './check-options.js';

/** What is shown, and may be sent back, in the place of a secret. */
export const MASK = '***';

export interface PartedOptions {
  /** What may be shown and stored in the clear. */
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

/** The options as they are shown: every secret that is set reads `***`. */
export function maskSecrets({ options, secret_options }: PartedOptions): PluginOptions {
  return { ...options, ...Object.fromEntries(Object.keys(secret_options).map((name) => [name, MASK])) };
}

/**
 * The options meant by a request in which `***` keeps a secret as it is. To be done before they are checked;
 * with nothing stored, `***` is no value at all.
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
