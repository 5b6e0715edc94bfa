import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { Inhibition, type NewInhibition } from '../domain/inhibition.js';
import { checkConditions } from './check-conditions.js';
import { InhibitionRepository } from './ports/inhibition-repository.js';

export type InhibitionToCreate = Omit<NewInhibition, 'domain_id' | 'project_id' | 'created_by'> & {
  readonly project_id?: string | undefined;
};

export interface CreatedInhibition {
  readonly inhibition_id: string;
}

/** Creates an inhibition. Alerts that are open now become sources of it. */
export class CreateInhibition extends Command<CreatedInhibition> {
  constructor(
    readonly scope: Scope,
    readonly inhibition: InhibitionToCreate,
  ) {
    super();
  }
}

@CommandHandler(CreateInhibition)
export class CreateInhibitionHandler implements ICommandHandler<CreateInhibition> {
  constructor(
    private readonly inhibitions: InhibitionRepository,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, inhibition: given }: CreateInhibition): Promise<CreatedInhibition> {
    const { domain_id } = scope;
    const { project_id = null } = given;
    await checkConditions(this.queries, domain_id, given);
    const created_by = getCallerName(scope);
    const inhibition_id = await this.inhibitions.add(scope, (now) =>
      Inhibition.create({ ...given, domain_id, project_id, created_by }, now),
    );
    return { inhibition_id };
  }
}
