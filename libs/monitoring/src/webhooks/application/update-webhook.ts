import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { WebhookChanges } from '../domain/webhook.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** Changes the given fields. Tags are replaced as a whole. */
export class UpdateWebhook extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly changes: WebhookChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateWebhook)
export class UpdateWebhookHandler implements ICommandHandler<UpdateWebhook> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, webhook_id, changes }: UpdateWebhook): Promise<void> {
    await this.webhooks.change(scope, webhook_id, (webhook) => webhook.update(changes, this.clock.now()));
  }
}
