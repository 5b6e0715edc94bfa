import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { DefaultQuota } from '../domain/quota-limit.js';
import type { QuotaChanges } from '../domain/quota.js';
import { QuotaRepository } from './ports/quota-repository.js';

/** Replaces the whole limit of a quota. */
export class UpdateQuota extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly quota_id: string,
    readonly changes: QuotaChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateQuota)
export class UpdateQuotaHandler implements ICommandHandler<UpdateQuota> {
  constructor(
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
    private readonly defaults: DefaultQuota,
  ) {}

  async execute({ scope, quota_id, changes }: UpdateQuota): Promise<void> {
    await this.quotas.change(scope, quota_id, (quota) => {
      this.defaults.requireAllowed(scope, quota.protocol_id, changes.limit);
      return quota.update(changes, this.clock.now());
    });
  }
}
