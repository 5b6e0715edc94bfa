import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { EscalationRepository } from './ports/escalation-repository.js';

/** Deletes a policy. What runs by it ends, and the timelines of these alerts say so. */
export class DeleteEscalation extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly escalation_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteEscalation)
export class DeleteEscalationHandler implements ICommandHandler<DeleteEscalation> {
  constructor(private readonly escalations: EscalationRepository) {}

  async execute({ scope, escalation_id }: DeleteEscalation): Promise<void> {
    await this.escalations.remove(scope, escalation_id);
  }
}
