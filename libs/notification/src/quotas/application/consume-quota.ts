import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { MAX_AMOUNT, createRetryMark, type ConsumptionOutcome } from '../domain/consumption.js';
import { UsageLedger, type ProtocolTarget } from './ports/usage-ledger.js';

/** Consumes an amount before it is sent. The amount is granted entirely or not at all. A refusal is not an error. */
export class ConsumeQuota extends Command<ConsumptionOutcome> {
  constructor(
    readonly scope: Scope,
    readonly target: ProtocolTarget,
    readonly amount: number,
    readonly idempotencyKey?: string,
  ) {
    super();
  }
}

@CommandHandler(ConsumeQuota)
export class ConsumeQuotaHandler implements ICommandHandler<ConsumeQuota> {
  constructor(private readonly ledger: UsageLedger) {}

  async execute({ scope, target, amount, idempotencyKey }: ConsumeQuota): Promise<ConsumptionOutcome> {
    if (!Number.isInteger(amount) || amount < 1 || amount > MAX_AMOUNT) {
      throw DomainError.invalid('amount', `must be a whole number from 1 to ${MAX_AMOUNT}`);
    }
    const operation = `consume ${target.quota_id ?? ''}`;
    const mark =
      idempotencyKey === undefined
        ? undefined
        : createRetryMark(scope, operation, idempotencyKey, [amount, target.protocol_id ?? null]);
    const consumption_id = newId('consumption');
    return this.ledger.consume({ ...target, consumption_id, domain_id: scope.domain_id, amount, mark });
  }
}
