import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { requireAdminFor, type Scope } from '#shared/kernel/scope.js';
import { Webhook, type WebhookChanges } from '../domain/webhook.js';
import { PluginRegistry } from '#senders/registry.js';
import { checkChosenOptions, choosePlugin, type PluginRequest } from './choose-plugin.js';
import { WebhookRepository } from './ports/webhook-repository.js';

export interface WebhookToCreate extends WebhookChanges {
  readonly name: string;
  readonly project_id: string;
  readonly webhook_id?: string | undefined;
  readonly access_key?: string | undefined;
  readonly plugin_info: PluginRequest & { readonly plugin_id: string };
}

/** Creates a webhook, which accepts deliveries at once. Resolves to its id. */
export class CreateWebhook extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly webhook: WebhookToCreate,
  ) {
    super();
  }
}

@CommandHandler(CreateWebhook)
export class CreateWebhookHandler implements ICommandHandler<CreateWebhook> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly plugins: PluginRegistry,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, webhook: input }: CreateWebhook): Promise<string> {
    const given = (['webhook_id', 'access_key'] as const).filter((field) => input[field] !== undefined);
    requireAdminFor(scope, given[0]);
    const { plugin_id, ...pluginRequest } = input.plugin_info;
    const { version } = this.plugins.get(plugin_id);
    const latest = { version, upgrade_mode: 'AUTO', options: {} } as const;
    const plugin = choosePlugin(this.plugins, plugin_id, latest, pluginRequest, 'plugin_info.');
    await checkChosenOptions(this.plugins, plugin_id, plugin, 'plugin_info.');
    const { domain_id } = scope;
    const webhook = Webhook.create({ ...input, domain_id, plugin_id, plugin }, this.clock.now());
    await this.webhooks.add(scope, webhook, given);
    return webhook.webhook_id;
  }
}
