import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { createRetryMark } from '../domain/consumption.js';
import { UsageLedger, type Release, type ReleaseRequest } from './ports/usage-ledger.js';

/** Releases what was consumed and not sent, on the day of the consumption. */
export class ReleaseQuota extends Command<Release> {
  constructor(
    readonly scope: Scope,
    readonly consumption: Omit<ReleaseRequest, 'mark'>,
    readonly idempotencyKey?: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseQuota)
export class ReleaseQuotaHandler implements ICommandHandler<ReleaseQuota> {
  constructor(private readonly ledger: UsageLedger) {}

  async execute({ scope, consumption, idempotencyKey }: ReleaseQuota): Promise<Release> {
    const { consumption_id, quota_id, amount } = consumption;
    const operation = `release ${quota_id ?? ''}`;
    const mark =
      idempotencyKey === undefined
        ? undefined
        : createRetryMark(scope, operation, idempotencyKey, [consumption_id, amount ?? null]);
    return this.ledger.release(scope, { consumption_id, quota_id, amount, mark });
  }
}
