import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RawJson } from '#shared/kernel/json.js';
import type { Scope } from '#shared/kernel/scope.js';
import { mapUnavailableError } from '#senders/plugin-api/map-unavailable-error.js';
import { runsHere, type AnyPlugin, type PluginOptions } from '#senders/plugin-api/plugin.js';
import { checkOptions, checkOptionsWithPlugin } from '#senders/plugin-api/check-options.js';
import { PluginRegistry } from '#senders/registry.js';
import { PluginSandbox, type PreviewTask } from '../../processing/application/ports/plugin-sandbox.js';
import { checkConnectPermission } from './check-connect-permission.js';
import {
  previewDelivery,
  type PluginPreview,
  type PreviewedDelivery,
} from '../../processing/application/preview-delivery.js';

/** The process that parses writes the JSON text. */
export type PreviewAnswer = PluginPreview | RawJson<PluginPreview>;

/**
 * Parses a delivery with a plugin and returns the outcomes. Stores nothing.
 * @throws ERROR_NOT_FOUND for an unknown plugin; ERROR_INVALID_PARAMETER for an unknown version, for wrong options and for a body
 * that cannot be parsed; ERROR_PERMISSION_DENIED for a VIEWER's options with an address to connect to
 */
export class PreviewPlugin extends Query<PreviewAnswer> {
  constructor(
    readonly scope: Scope,
    readonly plugin_id: string,
    readonly version: string | undefined,
    readonly options: PluginOptions,
    readonly delivery: PreviewedDelivery,
  ) {
    super();
  }
}

@QueryHandler(PreviewPlugin)
export class PreviewPluginHandler implements IQueryHandler<PreviewPlugin> {
  constructor(
    private readonly plugins: PluginRegistry,
    private readonly sandbox: PluginSandbox,
  ) {}

  async execute({ scope, plugin_id, version, options, delivery }: PreviewPlugin): Promise<PreviewAnswer> {
    if (this.plugins.find(plugin_id) === undefined) throw this.plugins.notFoundError(plugin_id);
    const plugin = this.plugins.get(plugin_id, version, '');
    checkConnectPermission(plugin, scope);
    checkOptions(plugin, options, 'options');
    await checkOptionsWithPlugin(plugin, options, 'options');
    return runPreview(this.sandbox, plugin, { options, delivery }, scope.domain_id);
  }
}

/**
 * Runs a preview in a separate process, or here if the plugin itself calls one or a service.
 * @throws ERROR_INVALID_PARAMETER for a body that cannot be parsed; ERROR_UNAVAILABLE while the plugin is unavailable
 */
export async function runPreview(
  sandbox: PluginSandbox,
  plugin: AnyPlugin,
  { options, delivery, severity }: Omit<PreviewTask, 'plugin_id' | 'version'>,
  domain_id: string,
): Promise<PreviewAnswer> {
  const { plugin_id, version } = plugin;
  try {
    return runsHere(plugin)
      ? await sandbox.preview({ plugin_id, version, options, delivery, severity }, domain_id)
      : await previewDelivery(plugin, options, delivery, severity);
  } catch (error) {
    throw mapUnavailableError(error);
  }
}
