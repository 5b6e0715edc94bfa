import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { InhibitionChanges } from '../domain/inhibition.js';
import { checkConditions } from './check-conditions.js';
import { InhibitionRepository } from './ports/inhibition-repository.js';

/** Changes the given fields of an inhibition. What it no longer holds back is told. */
export class UpdateInhibition extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly inhibition_id: string,
    readonly changes: InhibitionChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateInhibition)
export class UpdateInhibitionHandler implements ICommandHandler<UpdateInhibition> {
  constructor(
    private readonly inhibitions: InhibitionRepository,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, inhibition_id, changes }: UpdateInhibition): Promise<void> {
    await checkConditions(this.queries, scope.domain_id, changes);
    await this.inhibitions.change(scope, inhibition_id, (inhibition, now) => inhibition.update(changes, now));
  }
}
