import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ExpiryClock, type TimeSource } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { RotationTerms } from '#shared/kernel/rotation.js';
import type { Scope } from '#shared/kernel/scope.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

export interface CreatedInboundKey {
  readonly subscription_id: string;
  /** Returned only this once. */
  readonly access_key: string;
}

/**
 * Replaces the address for webhooks of the receiver, or creates the first one. During the grace period, webhooks are taken at the
 * previous one as well.
 * @throws ERROR_CONFLICT if the protocol has no webhooks
 */
export class RotateInboundKey extends Command<CreatedInboundKey> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
    readonly terms: RotationTerms,
  ) {
    super();
  }
}

/** Takes no webhooks of the receiver any more. */
export class CloseInbound extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
  ) {
    super();
  }
}

@CommandHandler(RotateInboundKey)
export class RotateInboundKeyHandler implements ICommandHandler<RotateInboundKey> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly protocols: ProtocolRegistry,
    @Inject(ExpiryClock) private readonly clock: TimeSource,
  ) {}

  async execute({ scope, subscription_id, terms }: RotateInboundKey): Promise<CreatedInboundKey> {
    const now = await this.clock.now();
    let access_key = '';
    const toResponse = () => ({ subscription_id, access_key });
    await this.subscriptions.change(
      scope,
      subscription_id,
      (subscription) => {
        this.requireWebhooks(subscription.protocol_id);
        access_key = subscription.rotateInboundKey(terms, now);
        return true;
      },
      toResponse,
    );
    return toResponse();
  }

  private requireWebhooks(protocol_id: string): void {
    if (this.protocols.require(protocol_id).inbound !== undefined) return;
    const text = `The protocol ${protocol_id} has no webhooks: only subscriptions of pagerduty and opsgenie take them`;
    throw new DomainError('ERROR_CONFLICT', 'conflict', text);
  }
}

@CommandHandler(CloseInbound)
export class CloseInboundHandler implements ICommandHandler<CloseInbound> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, subscription_id }: CloseInbound): Promise<void> {
    await this.subscriptions.change(scope, subscription_id, (subscription) =>
      subscription.closeInbound(this.clock.now()),
    );
  }
}
