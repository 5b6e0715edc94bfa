import type { Scope } from '#shared/kernel/scope.js';
import type { HeartbeatTerms } from '../../domain/heartbeat-terms.js';

export abstract class HeartbeatRepository {
  /**
   * Creates a heartbeat or changes its terms; nothing is written where they are the same.
   * @param termsOf what they are to be; given none where the heartbeat does not exist
   * @throws ERROR_NOT_FOUND for the webhook; ERROR_QUOTA_IS_EXCEEDED for one more than a domain may have; what `termsOf` throws
   */
  abstract put(
    scope: Scope,
    webhook_id: string,
    name: string,
    termsOf: (current: HeartbeatTerms | undefined) => HeartbeatTerms,
  ): Promise<void>;

  /** With the alert of one that is missing. @throws ERROR_NOT_FOUND */
  abstract remove(scope: Scope, webhook_id: string, name: string): Promise<void>;
}
