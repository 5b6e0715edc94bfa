import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { requireCondition } from '#shared/query/filter.js';
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
    /** Whether a query without conditions is meant. */
    readonly all?: boolean,
  ) {
    super();
  }
}

@CommandHandler(AcknowledgeAlerts)
export class AcknowledgeAlertsHandler implements ICommandHandler<AcknowledgeAlerts> {
  constructor(private readonly acknowledgements: Acknowledgements) {}

  async execute({ scope, query, terms, all }: AcknowledgeAlerts): Promise<number> {
    requireCondition(query, all, { k: 'severity', v: 'WARNING', o: 'eq' });
    const decision = createAcknowledgement(scope, terms);
    return this.acknowledgements.applyToMatching(scope, query, decision, MAX_ACKNOWLEDGED_ALERTS);
  }
}
