import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { freshenSamples } from '#senders/plugin-api/fresh-samples/fresh-samples.js';
import type { PluginSample } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';

interface PluginSummary {
  readonly plugin_id: string;
  readonly name: string;
  readonly provider: string;
  readonly version: string;
  /** All versions, latest first. */
  readonly versions: readonly string[];
}

/** Lists all plugins of this installation, by id. */
export class ListPlugins extends Query<Page<PluginSummary>> {
  constructor(readonly scope: Scope) {
    super();
  }
}

@QueryHandler(ListPlugins)
export class ListPluginsHandler implements IQueryHandler<ListPlugins> {
  constructor(private readonly plugins: PluginRegistry) {}

  async execute(): Promise<Page<PluginSummary>> {
    const results = this.plugins.list().map(({ plugin_id, name, provider, version }) => {
      return { plugin_id, name, provider, version, versions: this.plugins.versions(plugin_id) };
    });
    return { results, total_count: results.length };
  }
}

export interface PluginInfo extends PluginSummary {
  /** JSON Schema 2020-12; a property marked `writeOnly` is a secret. */
  readonly options_schema: Readonly<Record<string, unknown>>;
  /** Markdown: how to set the sender up. */
  readonly docs: string;
  readonly samples: readonly PluginSample[];
}

/**
 * Returns one version of a plugin, by default the latest. With a marker its samples are ready to be sent: they have the present
 * time, and keys of their own.
 * @throws ERROR_NOT_FOUND for an unknown plugin; ERROR_INVALID_PARAMETER for an unknown version
 */
export class GetPlugin extends Query<PluginInfo> {
  constructor(
    readonly scope: Scope,
    readonly plugin_id: string,
    readonly version?: string,
    readonly marker?: string,
  ) {
    super();
  }
}

@QueryHandler(GetPlugin)
export class GetPluginHandler implements IQueryHandler<GetPlugin> {
  constructor(private readonly plugins: PluginRegistry) {}

  async execute({ plugin_id, version, marker }: GetPlugin): Promise<PluginInfo> {
    const versions = this.plugins.versions(plugin_id);
    if (versions.length === 0) throw this.plugins.notFoundError(plugin_id);
    const plugin = this.plugins.get(plugin_id, version, '');
    return {
      plugin_id,
      name: plugin.name,
      provider: plugin.provider,
      version: plugin.version,
      versions,
      options_schema: plugin.optionsSchema,
      docs: plugin.docs,
      samples: marker === undefined ? plugin.samples : await freshenSamples(plugin, marker, new Date()),
    };
  }
}
