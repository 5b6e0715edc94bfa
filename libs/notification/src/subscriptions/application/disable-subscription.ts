import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

/** Disables a subscription. Nothing is sent from then on. Waiting notifications are kept until they expire, 24 hours later. */
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
    await this.subscriptions.changeState(scope, subscription_id, (subscription) =>
      subscription.disable(this.clock.now()),
    );
  }
}
