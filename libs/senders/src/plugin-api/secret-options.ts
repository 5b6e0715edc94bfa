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
 */
export function restoreSecrets(
  plugin: Configurable,
  requested: PluginOptions,
  stored: PluginOptions,
): PluginOptions {
  const secretNames = new Set(secretOptionNames(plugin));
  return Object.fromEntries(
    Object.entries(requested).flatMap(([name, value]) => {
      if (value !== MASK || !secretNames.has(name)) return [[name, value]];
      const storedSecret = stored[name];
      return storedSecret === undefined ? [] : [[name, storedSecret]];
    }),
  );
}
