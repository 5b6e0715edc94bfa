import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { QuotaRepository } from './ports/quota-repository.js';

/** Deletes a quota. The default limit applies to its protocol at once. Usage stays counted. */
export class DeleteQuota extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly quota_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteQuota)
export class DeleteQuotaHandler implements ICommandHandler<DeleteQuota> {
  constructor(private readonly quotas: QuotaRepository) {}

  async execute({ scope, quota_id }: DeleteQuota): Promise<void> {
    await this.quotas.remove(scope, quota_id);
  }
}
