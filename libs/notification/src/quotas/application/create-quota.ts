import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { DefaultQuota } from '../domain/quota-limit.js';
import { Quota, type NewQuota } from '../domain/quota.js';
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
