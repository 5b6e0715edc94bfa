import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { PluginRegistry } from '#senders/registry.js';
import { checkChosenOptions, choosePlugin, type PluginRequest } from './choose-plugin.js';
import type { Webhook } from '../domain/webhook.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** Changes the version, upgrade mode or options of a webhook's plugin. The plugin itself stays the same. */
export class UpdateWebhookPlugin extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly changes: PluginRequest,
  ) {
    super();
  }
}

@CommandHandler(UpdateWebhookPlugin)
export class UpdateWebhookPluginHandler implements ICommandHandler<UpdateWebhookPlugin> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly plugins: PluginRegistry,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, webhook_id, changes }: UpdateWebhookPlugin): Promise<void> {
    const choosePluginFor = (webhook: Webhook) => {
      const { plugin_id, plugin_version: version, upgrade_mode } = webhook;
      const current = { version, upgrade_mode, options: { ...webhook.options, ...webhook.secret_options } };
      return choosePlugin(this.plugins, plugin_id, current, changes, '');
    };
    if (changes.options !== undefined || changes.version !== undefined) {
      const webhook = await this.webhooks.find(scope, webhook_id);
      await checkChosenOptions(this.plugins, webhook.plugin_id, choosePluginFor(webhook), '');
    }
    await this.webhooks.change(scope, webhook_id, (webhook) =>
      webhook.changePlugin(choosePluginFor(webhook), this.clock.now()),
    );
  }
}
