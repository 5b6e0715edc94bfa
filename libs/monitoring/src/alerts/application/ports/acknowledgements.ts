import type { Scope } from '#shared/kernel/scope.js';
import type { Decision } from '../../domain/acknowledgement.js';

export abstract class Acknowledgements {
  /**
   * Acknowledges an alert, or takes the acknowledgement back.
   * @throws ERROR_NOT_FOUND; ERROR_CONFLICT for a resolved alert; ERROR_UNAVAILABLE while its webhook is being processed
   */
  abstract applyToAlert(scope: Scope, alert_id: string, decision: Decision): Promise<void>;

  /**
   * Applies a decision to the open alerts that a query finds. If it fails in the middle, the earlier alerts stay decided.
   * @param query in the query language: `filter`, `filter_or` and `keyword`
   * @returns the number of alerts found
   * @throws ERROR_INVALID_QUERY; ERROR_INVALID_PARAMETER for more than `maxAlerts`; ERROR_UNAVAILABLE
   */
  abstract applyToMatching(
    scope: Scope,
    query: unknown,
    decision: Decision,
    maxAlerts: number,
  ): Promise<number>;
}
