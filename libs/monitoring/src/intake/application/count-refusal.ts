import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdmittedWebhook } from './ports/webhook-directory.js';
import { WebhookLimits } from './ports/webhook-limits.js';

/** Counts in the health of a webhook a delivery that was refused and may be sent again. Does not wait for the database. */
export class CountRefusal extends Command<void> {
  constructor(
    readonly webhook: AdmittedWebhook,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(CountRefusal)
export class CountRefusalHandler implements ICommandHandler<CountRefusal> {
  constructor(private readonly limits: WebhookLimits) {}

  execute({ webhook, reason }: CountRefusal): Promise<void> {
    this.limits.countRefusal(webhook, reason);
    return Promise.resolve();
  }
}
