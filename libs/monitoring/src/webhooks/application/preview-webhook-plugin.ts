import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { checkOptions, checkOptionsWithPlugin } from '#senders/plugin-api/check-options.js';
import { PluginRegistry } from '#senders/registry.js';
import { restoreSecrets } from '#senders/plugin-api/secret-options.js';
import { PluginSandbox } from '../../processing/application/ports/plugin-sandbox.js';
import { checkConnectPermission } from './check-connect-permission.js';
import { WebhookRepository } from './ports/webhook-repository.js';
import type { PreviewedDelivery } from '../../processing/application/preview-delivery.js';
import { runPreview, type PreviewAnswer } from './preview-plugin.js';

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
    const severity = webhook.settings.default_severity;
    return runPreview(this.sandbox, plugin, { options, delivery, severity }, webhook.domain_id);
  }
}
