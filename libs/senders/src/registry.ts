import { compareBuild, prerelease, valid } from 'semver';
import { DomainError } from '#shared/kernel/domain-error.js';
import { didYouMean } from '#shared/kernel/find-nearest.js';
import { isAsync, type AnyPlugin } from './plugin-api/plugin.js';
import { withFallback } from './fallback.js';

/** All versions of all plugins of this installation. */
export class PluginRegistry<P extends AnyPlugin = AnyPlugin> {
  /** The versions of each plugin, the latest first. Pre-releases come after all releases. */
  readonly #plugins = new Map<string, P[]>();

  /** @throws Error that names a plugin whose id or version is invalid or registered twice */
  constructor(plugins: readonly P[]) {
    for (const plugin of plugins) this.#add(plugin);
    for (const versions of this.#plugins.values()) versions.sort(compareLatestFirst);
  }

  #add(plugin: P): void {
    const label = `plugin ${plugin.plugin_id} ${plugin.version}`;
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(plugin.plugin_id)) {
      throw new Error(`${label}: the id must be 1-64 characters of a-z, 0-9 and -`);
    }
    if (valid(plugin.version) !== plugin.version) throw new Error(`${label}: the version is not semver`);
    const versions = this.#plugins.get(plugin.plugin_id) ?? [];
    if (versions.some(({ version }) => version === plugin.version)) {
      throw new Error(`${label}: this version is registered twice`);
    }
    this.#plugins.set(plugin.plugin_id, [...versions, plugin]);
  }

  /** Returns the given version of a plugin, by default the latest one; `undefined` if it does not exist. */
  find(plugin_id: string, version?: string): P | undefined {
    const versions = this.#plugins.get(plugin_id);
    return version === undefined ? versions?.[0] : versions?.find((plugin) => plugin.version === version);
  }

  /**
   * Returns the given version of a plugin, or else the latest one of this process: that is enough to authenticate a sender and to
   * choose its headers, and during an upgrade of the service no delivery is refused because an API is older than its workers.
   */
  findOrLatest(plugin_id: string, version: string): P | undefined {
    return this.find(plugin_id, version) ?? this.find(plugin_id);
  }

  /**
   * Returns what {@link find} does, but throws if there is none.
   * @param prefix path of the two fields in the request
   * @throws ERROR_INVALID_PARAMETER that names the field and the allowed values
   */
  get(plugin_id: string, version?: string, prefix = 'plugin_info.'): P {
    const plugin = this.find(plugin_id, version);
    if (plugin !== undefined) return plugin;
    const versions = this.versions(plugin_id);
    throw versions.length === 0
      ? DomainError.invalid(
          `${prefix}plugin_id`,
          `must be one of ${this.pluginIds.join(', ')}${didYouMean(plugin_id, this.pluginIds)}`,
        )
      : DomainError.invalid(`${prefix}version`, `must be one of ${versions.join(', ')}`);
  }

  /** Returns the plugin as it parses deliveries: a plugin of this process falls back to `auto` for what it cannot parse. */
  wrapWithFallback(plugin: AnyPlugin): AnyPlugin {
    const auto = this.find('auto');
    if (auto === undefined || isAsync(auto) || isAsync(plugin) || plugin.plugin_id === auto.plugin_id)
      return plugin;
    return withFallback(plugin, auto);
  }

  /** Builds the ERROR_NOT_FOUND for an unknown plugin id. */
  notFoundError(plugin_id: string): DomainError {
    const suggestion = didYouMean(plugin_id, this.pluginIds);
    return new DomainError('ERROR_NOT_FOUND', 'not-found', `Plugin ${plugin_id} was not found${suggestion}`);
  }

  /** The ids of all plugins, sorted. */
  get pluginIds(): readonly string[] {
    return [...this.#plugins.keys()].sort();
  }

  /** Returns the versions of a plugin, the latest first; an empty list for an unknown plugin. */
  versions(plugin_id: string): readonly string[] {
    return this.#plugins.get(plugin_id)?.map(({ version }) => version) ?? [];
  }

  /** Returns the latest version of every plugin, sorted by id. */
  list(): readonly P[] {
    return [...this.#plugins.values()]
      .flatMap(([latest]) => latest ?? [])
      .sort((a, b) => (a.plugin_id < b.plugin_id ? -1 : 1));
  }
}

function compareLatestFirst(a: AnyPlugin, b: AnyPlugin): number {
  const releaseOrder = Number(prerelease(a.version) !== null) - Number(prerelease(b.version) !== null);
  return releaseOrder || compareBuild(b.version, a.version);
}
