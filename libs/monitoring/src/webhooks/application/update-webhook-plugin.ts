import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { PluginRegistry } from '#senders/registry.js';
import { checkChoice, choosePlugin, type PluginRequest } from './choose-plugin.js';
import type { Webhook } from '../domain/webhook.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** Changes the version, upgrade mode or options of a webhook's plugin. The plugin itself stays the same. */
export class UpdateWebhookPlugin extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly asked: PluginRequest,
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

  async execute({ scope, webhook_id, asked }: UpdateWebhookPlugin): Promise<void> {
    const chosenFor = (webhook: Webhook) => {
      const { plugin_id, plugin_version: version, upgrade_mode } = webhook;
      const current = { version, upgrade_mode, options: { ...webhook.options, ...webhook.secret_options } };
      return choosePlugin(this.plugins, plugin_id, current, asked, '');
    };
    if (asked.options !== undefined || asked.version !== undefined) {
      const webhook = await this.webhooks.find(scope, webhook_id);
      await checkChoice(this.plugins, webhook.plugin_id, chosenFor(webhook), '');
    }
    await this.webhooks.change(scope, webhook_id, (webhook) =>
      webhook.changePlugin(chosenFor(webhook), this.clock.now()),
    );
  }
}
