import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ExpiryClock, type TimeSource } from '#shared/kernel/clock.js';
import type { RotationTerms } from '#shared/kernel/rotation.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { CreatedSubscription } from './create-subscription.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

/**
 * Replaces the signing secret. During the grace period, requests are signed with the previous one as well, so that receivers can
 * follow.
 */
export class RotateSigningSecret extends Command<CreatedSubscription> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
    readonly terms: RotationTerms,
  ) {
    super();
  }
}

@CommandHandler(RotateSigningSecret)
export class RotateSigningSecretHandler implements ICommandHandler<RotateSigningSecret> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    @Inject(ExpiryClock) private readonly clock: TimeSource,
  ) {}

  async execute({ scope, subscription_id, terms }: RotateSigningSecret): Promise<CreatedSubscription> {
    const now = await this.clock.now();
    let signing_secret: string | null = null;
    const toResponse = () => ({ subscription_id, signing_secret });
    await this.subscriptions.change(
      scope,
      subscription_id,
      (subscription) => {
        signing_secret = subscription.rotate(terms, now);
        return true;
      },
      toResponse,
    );
    return toResponse();
  }
}
