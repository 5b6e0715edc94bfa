import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

/** Deletes a subscription. Its name is free at once. Waiting notifications are cancelled; those already sent stay listed. */
export class DeleteSubscription extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteSubscription)
export class DeleteSubscriptionHandler implements ICommandHandler<DeleteSubscription> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, subscription_id }: DeleteSubscription): Promise<void> {
    await this.subscriptions.changeState(scope, subscription_id, (subscription) =>
      subscription.delete(this.clock.now()),
    );
  }
}
