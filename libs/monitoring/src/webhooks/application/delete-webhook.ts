import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** Its address and its name are gone at once; what it took before still becomes events. */
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
    await this.webhooks.change(scope, webhook_id, (webhook) => webhook.delete(this.clock.now()));
  }
}
