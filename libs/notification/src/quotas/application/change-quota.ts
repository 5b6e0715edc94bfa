import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { DefaultQuota } from '../domain/quota-limit.js';
import { Quota, type NewQuota, type QuotaChanges } from '../domain/quota.js';
import { QuotaRepository } from './ports/quota-repository.js';

/** Creates a quota and resolves to its id. It applies at once, also to what its protocol has already used. */
export class CreateQuota extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly quota: Omit<NewQuota, 'domain_id'>,
  ) {
    super();
  }
}

@CommandHandler(CreateQuota)
export class CreateQuotaHandler implements ICommandHandler<CreateQuota> {
  constructor(
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
    private readonly defaults: DefaultQuota,
  ) {}

  async execute({ scope, quota: given }: CreateQuota): Promise<string> {
    const quota = Quota.create({ ...given, domain_id: scope.domain_id }, this.clock.now());
    this.defaults.requireAllowed(scope, given.protocol_id, given.limit);
    await this.quotas.add(scope, quota);
    return quota.quota_id;
  }
}

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
