import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { createAcknowledgement, type AcknowledgementTerms } from '../domain/acknowledgement.js';
import { Acknowledgements } from './ports/acknowledgements.js';

export class AcknowledgeAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly terms: AcknowledgementTerms,
  ) {
    super();
  }
}

@CommandHandler(AcknowledgeAlert)
export class AcknowledgeAlertHandler implements ICommandHandler<AcknowledgeAlert> {
  constructor(private readonly acknowledgements: Acknowledgements) {}

  async execute({ scope, alert_id, terms }: AcknowledgeAlert): Promise<void> {
    await this.acknowledgements.applyToAlert(scope, alert_id, createAcknowledgement(scope, terms));
  }
}
