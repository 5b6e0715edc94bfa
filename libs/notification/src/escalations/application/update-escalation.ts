import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import type { EscalationChanges } from '../domain/escalation.js';
import { EscalationRepository } from './ports/escalation-repository.js';

/** Changes the given fields of a policy. Running escalations keep the version with which they began. */
export class UpdateEscalation extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly escalation_id: string,
    readonly changes: EscalationChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateEscalation)
export class UpdateEscalationHandler implements ICommandHandler<UpdateEscalation> {
  constructor(
    private readonly escalations: EscalationRepository,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, escalation_id, changes }: UpdateEscalation): Promise<void> {
    const { filter = [], filter_or = [] } = changes;
    await checkFilter(this.queries, scope.domain_id, null, { filter, filter_or });
    await this.escalations.change(scope, escalation_id, (escalation, now) => escalation.update(changes, now));
  }
}
