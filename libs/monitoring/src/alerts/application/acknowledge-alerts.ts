import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import {
  createAcknowledgement,
  MAX_ACKNOWLEDGED_ALERTS,
  type AcknowledgementTerms,
} from '../domain/acknowledgement.js';
import { Acknowledgements } from './ports/acknowledgements.js';

/** Acknowledges the open alerts that a query finds. Resolves to the number of alerts found. */
export class AcknowledgeAlerts extends Command<number> {
  constructor(
    readonly scope: Scope,
    readonly query: unknown,
    readonly terms: AcknowledgementTerms,
  ) {
    super();
  }
}

@CommandHandler(AcknowledgeAlerts)
export class AcknowledgeAlertsHandler implements ICommandHandler<AcknowledgeAlerts> {
  constructor(private readonly acknowledgements: Acknowledgements) {}

  execute({ scope, query, terms }: AcknowledgeAlerts): Promise<number> {
    const decision = createAcknowledgement(scope, terms);
    return this.acknowledgements.applyToMatching(scope, query, decision, MAX_ACKNOWLEDGED_ALERTS);
  }
}
