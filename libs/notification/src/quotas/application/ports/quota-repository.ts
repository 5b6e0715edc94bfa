import type { Scope } from '#shared/kernel/scope.js';
import type { Quota } from '../../domain/quota.js';

/** The quotas of each domain. A quota of another domain is not found. */
export abstract class QuotaRepository {
  /** @throws ERROR_NOT_UNIQUE naming `protocol_id` */
  abstract add(scope: Scope, quota: Quota): Promise<void>;

  /**
   * Loads a quota, locks it until `change` has returned, and stores it if `change` returns true.
   * @throws ERROR_NOT_FOUND, and the errors of `change`
   */
  abstract change(scope: Scope, quota_id: string, change: (quota: Quota) => boolean): Promise<void>;

  /** @throws ERROR_NOT_FOUND */
  abstract remove(scope: Scope, quota_id: string): Promise<void>;
}
