import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** Disables a webhook. Its address rejects deliveries; deliveries that it accepted before are still processed. */
export class DisableWebhook extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
  ) {
    super();
  }
}

@CommandHandler(DisableWebhook)
export class DisableWebhookHandler implements ICommandHandler<DisableWebhook> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, webhook_id }: DisableWebhook): Promise<void> {
    await this.webhooks.changeState(scope, webhook_id, (webhook) => webhook.disable(this.clock.now()));
  }
}
