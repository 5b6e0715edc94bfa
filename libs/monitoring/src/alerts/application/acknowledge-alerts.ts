import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { AcknowledgementTerms } from '../domain/acknowledgement.js';

/** @throws ERROR_NOT_FOUND; ERROR_CONFLICT for a resolved alert; ERROR_UNAVAILABLE while its webhook is being processed */
export class AcknowledgeAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly terms: AcknowledgementTerms,
    /** Whether ERROR_CONFLICT is thrown if somebody has acknowledged it already. Otherwise the newest acknowledgement holds. */
    readonly onlyFirst = false,
  ) {
    super();
  }
}

/** Takes an acknowledgement back. @throws as {@link AcknowledgeAlert} */
export class UnacknowledgeAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
  ) {
    super();
  }
}

/**
 * Acknowledges the open alerts that a query finds. Resolves to the number of alerts found. If it fails in the middle, the earlier
 * alerts stay acknowledged.
 * @throws ERROR_INVALID_QUERY; ERROR_INVALID_PARAMETER for too many alerts; ERROR_UNAVAILABLE
 */
export class AcknowledgeAlerts extends Command<number> {
  constructor(
    readonly scope: Scope,
    /** In the query language: `filter`, `filter_or` and `keyword`. */
    readonly query: unknown,
    readonly terms: AcknowledgementTerms,
    /** Whether a query without conditions is meant. */
    readonly all?: boolean,
  ) {
    super();
  }
}
