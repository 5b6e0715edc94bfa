import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { ResolutionTerms } from '../domain/resolution.js';

/** @throws ERROR_NOT_FOUND; ERROR_CONFLICT for a resolved alert; ERROR_UNAVAILABLE while its webhook is being processed */
export class ResolveAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly terms: ResolutionTerms,
  ) {
    super();
  }
}

/**
 * Resolves the open alerts that a query finds. Resolves to the number of alerts found. If it fails in the middle, the earlier
 * alerts stay resolved.
 * @throws ERROR_INVALID_QUERY; ERROR_INVALID_PARAMETER for too many alerts; ERROR_UNAVAILABLE
 */
export class ResolveAlerts extends Command<number> {
  constructor(
    readonly scope: Scope,
    /** In the query language: `filter`, `filter_or` and `keyword`. */
    readonly query: unknown,
    readonly terms: ResolutionTerms,
    /** Whether a query without conditions is meant. */
    readonly all?: boolean,
  ) {
    super();
  }
}
