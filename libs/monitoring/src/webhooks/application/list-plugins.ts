import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import { PluginRegistry } from '#senders/registry.js';

export interface PluginSummary {
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
