import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** Deletes a webhook. Its address and name are gone at once; deliveries that it accepted before are still processed. */
export class DeleteWebhook extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, webhook_id }: DeleteWebhook): Promise<void> {
    await this.webhooks.changeState(scope, webhook_id, (webhook) => webhook.delete(this.clock.now()));
  }
}
