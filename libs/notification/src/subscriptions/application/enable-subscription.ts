import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

/** Enables a subscription. It is notified of changes from then on, and of what was still waiting. */
export class EnableSubscription extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
  ) {
    super();
  }
}

@CommandHandler(EnableSubscription)
export class EnableSubscriptionHandler implements ICommandHandler<EnableSubscription> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, subscription_id }: EnableSubscription): Promise<void> {
    await this.subscriptions.change(scope, subscription_id, (subscription) =>
      subscription.enable(this.clock.now()),
    );
  }
}
