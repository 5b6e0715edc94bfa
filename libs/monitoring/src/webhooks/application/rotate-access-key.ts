import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { RotationTerms } from '#shared/kernel/rotation.js';
import type { Scope } from '#shared/kernel/scope.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** Gives a webhook a new access key. The previous one stays valid for the grace period, so that senders can switch. */
export class RotateAccessKey extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly terms: RotationTerms = {},
  ) {
    super();
  }
}

@CommandHandler(RotateAccessKey)
export class RotateAccessKeyHandler implements ICommandHandler<RotateAccessKey> {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, webhook_id, terms }: RotateAccessKey): Promise<void> {
    await this.webhooks.change(scope, webhook_id, (webhook) =>
      webhook.rotateAccessKey(terms, this.clock.now()),
    );
  }
}
