import type { Scope } from '#shared/kernel/scope.js';
import type { HeartbeatTerms } from '../../../webhooks/domain/heartbeat-terms.js';

export abstract class HeartbeatRepository {
  /**
   * Creates a heartbeat or changes its terms. Writes nothing if the terms stay the same.
   * @param changeTerms returns the new terms, given the current ones; `undefined` if the heartbeat does not exist
   * @throws ERROR_NOT_FOUND for the webhook; ERROR_QUOTA_IS_EXCEEDED if the domain has reached its limit; what `changeTerms` throws
   */
  abstract put(
    scope: Scope,
    webhook_id: string,
    name: string,
    changeTerms: (current: HeartbeatTerms | undefined) => HeartbeatTerms,
  ): Promise<void>;

  /** Removes a heartbeat and, if it is missing, resolves its alert. @throws ERROR_NOT_FOUND */
  abstract remove(scope: Scope, webhook_id: string, name: string): Promise<void>;
}
