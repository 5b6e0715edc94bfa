import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { checkOptions, checkOptionsWithPlugin } from '#senders/plugin-api/check-options.js';
import { mapUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { runsHere, type AnyPlugin, type PluginOptions } from '#senders/plugin-api/plugin.js';
import { restoreSecrets } from '#senders/plugin-api/secret-options.js';
import { PluginRegistry } from '#senders/registry.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { RawJson } from '#shared/kernel/json.js';
import type { Scope } from '#shared/kernel/scope.js';
import { PluginSandbox, type PreviewTask } from '../../processing/application/ports/plugin-sandbox.js';
import {
  previewDelivery,
  type PluginPreview,
  type PreviewedDelivery,
} from '../../processing/application/preview-delivery.js';
import { WebhookRepository } from './ports/webhook-repository.js';

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
 * Parses a delivery as a webhook would, by default with its own plugin version and options. Stores nothing.
 * @throws ERROR_NOT_FOUND; ERROR_INVALID_PARAMETER and ERROR_PERMISSION_DENIED as PreviewPlugin
 */
export class PreviewWebhookPlugin extends Query<PreviewAnswer> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly version: string | undefined,
    readonly options: PluginOptions | undefined,
    readonly delivery: PreviewedDelivery,
  ) {
    super();
  }
}

@QueryHandler(PreviewWebhookPlugin)
export class PreviewWebhookPluginHandler implements IQueryHandler<PreviewWebhookPlugin> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly plugins: PluginRegistry,
    private readonly sandbox: PluginSandbox,
  ) {}

  async execute(query: PreviewWebhookPlugin): Promise<PreviewAnswer> {
    const { scope, delivery } = query;
    const webhook = await this.webhooks.find(scope, query.webhook_id);
    const plugin = this.plugins.get(webhook.plugin_id, query.version ?? webhook.plugin_version, '');
    if (query.options !== undefined) checkConnectPermission(plugin, scope);
    const webhookOptions = { ...webhook.options, ...webhook.secret_options };
    // A VIEWER may not change the webhook, and so may not combine its secrets with other options either.
    const stored = scope.role === 'VIEWER' ? webhook.options : webhookOptions;
    const options =
      query.options === undefined ? webhookOptions : restoreSecrets(plugin, query.options, stored);
    checkOptions(plugin, options, 'options');
    if (query.options !== undefined) await checkOptionsWithPlugin(plugin, options, 'options');
    const { default_severity, labels } = webhook.settings;
    const settings = { default_severity, labels };
    return runPreview(this.sandbox, plugin, { options, delivery, settings }, webhook.domain_id);
  }
}

/**
 * Runs a preview in a separate process, or here if the plugin itself calls one or a service.
 * @throws ERROR_INVALID_PARAMETER for a body that cannot be parsed; ERROR_UNAVAILABLE while the plugin is unavailable
 */
export async function runPreview(
  sandbox: PluginSandbox,
  plugin: AnyPlugin,
  { options, delivery, settings }: Omit<PreviewTask, 'plugin_id' | 'version'>,
  domain_id: string,
): Promise<PreviewAnswer> {
  const { plugin_id, version } = plugin;
  try {
    return runsHere(plugin)
      ? await sandbox.preview({ plugin_id, version, options, delivery, settings }, domain_id)
      : await previewDelivery(plugin, options, delivery, settings, domain_id);
  } catch (error) {
    throw mapUnavailableError(error);
  }
}

/**
 * Rejects options to try out that would make the service connect to an address of the caller's choice, if the caller may only
 * read. Must be called before the plugin sees the options.
 * @throws ERROR_PERMISSION_DENIED for a VIEWER, if the plugin connects to an address in its options
 */
export function checkConnectPermission({ plugin_id, connectsTo }: AnyPlugin, { role }: Scope): void {
  if (role !== 'VIEWER' || connectsTo === undefined) return;
  const reason = `plugin ${plugin_id} connects to the address in it, and a key of role VIEWER may only read`;
  throw new DomainError(
    'ERROR_PERMISSION_DENIED',
    'denied',
    `options.${connectsTo} may not be tried out: ${reason}; it takes one of role ADMIN or MEMBER, or a webhook's own options`,
    { errors: [{ field: `options.${connectsTo}`, reason: `may be tried out by ADMIN and MEMBER only` }] },
  );
}
