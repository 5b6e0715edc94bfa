import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import { Escalation, type NewEscalation } from '../domain/escalation.js';
import { EscalationRepository } from './ports/escalation-repository.js';

export type EscalationToCreate = Omit<NewEscalation, 'domain_id' | 'project_id' | 'created_by'> & {
  readonly project_id?: string | undefined;
};

export interface CreatedEscalation {
  readonly escalation_id: string;
}

/** Creates a policy. It takes effect for alerts that open, or change their severity, from then on. */
export class CreateEscalation extends Command<CreatedEscalation> {
  constructor(
    readonly scope: Scope,
    readonly escalation: EscalationToCreate,
  ) {
    super();
  }
}

@CommandHandler(CreateEscalation)
export class CreateEscalationHandler implements ICommandHandler<CreateEscalation> {
  constructor(
    private readonly escalations: EscalationRepository,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, escalation: given }: CreateEscalation): Promise<CreatedEscalation> {
    const { domain_id } = scope;
    const { project_id = null, filter = [], filter_or = [] } = given;
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    const created_by = getCallerName(scope);
    const escalation_id = await this.escalations.add(scope, (now) =>
      Escalation.create({ ...given, domain_id, project_id, created_by }, now),
    );
    return { escalation_id };
  }
}
