import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

abstract class ChangeSubscriptionState extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
  ) {
    super();
  }
}

/** Enables a subscription. It is notified of changes from then on, and of what was still waiting. */
export class EnableSubscription extends ChangeSubscriptionState {}

/** Disables a subscription. Nothing is sent from then on. Waiting notifications are kept until they expire, 24 hours later. */
export class DisableSubscription extends ChangeSubscriptionState {}

/** Deletes a subscription. Its name is free at once. Waiting notifications are cancelled; those already sent stay listed. */
export class DeleteSubscription extends ChangeSubscriptionState {}

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
