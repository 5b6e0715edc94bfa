import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { DomainShares } from '#shared/kernel/domain-shares.js';
import { newId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { isRefundable } from '../../protocols/domain/verdict.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { TIMEOUT_MS } from '../../protocols/outgoing-http.js';
import type { AttemptResult, Outgoing } from '../../protocols/protocol.js';
import { Templates } from '../../protocols/templates.js';
import { TEST_TYPE } from '../../protocols/sent-message.js';
import { UsageLedger } from '../../quotas/application/ports/usage-ledger.js';
import { getWindowEnd } from '../../quotas/domain/quota-limit.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

export interface VerifiedSubscription {
  readonly ok: boolean;
  readonly status: number | null;
  /** The beginning of the response body. */
  readonly answer: string | null;
  /** Why the test failed; `null` if it succeeded. */
  readonly reason: string | null;
  readonly latency_ms: number;
}

/** Sends a test message at once. It takes the units of the quota that a notification takes. @throws ERROR_QUOTA_IS_EXCEEDED, ERROR_RATE_LIMITED */
export class VerifySubscription extends Command<VerifiedSubscription> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
  ) {
    super();
  }
}

@CommandHandler(VerifySubscription)
export class VerifySubscriptionHandler implements ICommandHandler<VerifySubscription> {
  /** A test waits for its receiver, and takes connections to the database before and after. */
  private readonly shares = new DomainShares({
    name: 'tests of subscriptions',
    places: 4,
    waitMs: TIMEOUT_MS,
  });

  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly protocols: ProtocolRegistry,
    private readonly templates: Templates,
    private readonly ledger: UsageLedger,
    private readonly clock: Clock,
  ) {}

  execute({ scope, subscription_id }: VerifySubscription): Promise<VerifiedSubscription> {
    return this.shares.run(scope.domain_id, () => this.verify(scope, subscription_id));
  }

  private async verify(scope: Scope, subscription_id: string): Promise<VerifiedSubscription> {
    const subscription = await this.subscriptions.find(scope, subscription_id);
    const { domain_id, protocol_id, name, options, secret_options } = subscription;
    const protocol = this.protocols.require(protocol_id);
    const amount = this.protocols.countUnits(protocol_id, options);
    const consumption_id = await this.consumeUnits(domain_id, protocol_id, amount);
    const at = this.clock.now();
    const begun = performance.now();
    const outgoing = {
      subscription_id,
      notification_id: newId('notification'),
      message: {
        type: TEST_TYPE,
        timestamp: at.toISOString(),
        data: { subscription: { subscription_id, name } },
      },
      options: { ...options, ...secret_options },
      signing_secrets: subscription.validSecrets(at),
      receipt: null,
      progress: null,
      timezone: subscription.timezone,
      actions: [],
      at,
    } satisfies Outgoing;
    const result = await this.templates.send(protocol, subscription.template, outgoing, domain_id);
    const { verdict } = result;
    if (isRefundable(verdict)) await this.ledger.release(scope, { consumption_id });
    return toVerification(result, performance.now() - begun);
  }

  private async consumeUnits(domain_id: string, protocol_id: string, amount: number): Promise<string> {
    const consumption_id = newId('consumption');
    const outcome = await this.ledger.consume({ consumption_id, domain_id, protocol_id, amount });
    if (outcome.allowed) return consumption_id;
    const end = getWindowEnd(outcome.exhausted, outcome.at);
    const state = amount === 1 ? 'is used up' : `has fewer than ${amount} units left`;
    const text = `The quota of ${protocol_id} ${state}; the next ${outcome.exhausted} begins at ${end.toISOString()}`;
    const retryAfter = Math.ceil((end.getTime() - outcome.at.getTime()) / 1000);
    throw new DomainError('ERROR_QUOTA_IS_EXCEEDED', 'exhausted', text, { retryAfter });
  }
}

function toVerification(
  { verdict, status, answer }: AttemptResult,
  milliseconds: number,
): VerifiedSubscription {
  return {
    ok: verdict.outcome === 'sent',
    status,
    answer,
    reason: verdict.outcome === 'sent' ? null : verdict.reason,
    latency_ms: Math.round(milliseconds),
  };
}
