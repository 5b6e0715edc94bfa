import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

/** Nothing is sent any more. What waits is kept for its 24 hours. */
export class DisableSubscription extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
  ) {
    super();
  }
}

@CommandHandler(DisableSubscription)
export class DisableSubscriptionHandler implements ICommandHandler<DisableSubscription> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, subscription_id }: DisableSubscription): Promise<void> {
    await this.subscriptions.change(scope, subscription_id, (subscription) =>
      subscription.disable(this.clock.now()),
    );
  }
}
