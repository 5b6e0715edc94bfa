import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** Enables a webhook. Its address accepts deliveries again. */
export class EnableWebhook extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
  ) {
    super();
  }
}

@CommandHandler(EnableWebhook)
export class EnableWebhookHandler implements ICommandHandler<EnableWebhook> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, webhook_id }: EnableWebhook): Promise<void> {
    await this.webhooks.change(scope, webhook_id, (webhook) => webhook.enable(this.clock.now()));
  }
}
