import type { Scope } from '#shared/kernel/scope.js';
import type { Quota } from '../../domain/quota.js';

/** A quota of another domain is never found. */
export abstract class QuotaRepository {
  /** @throws ERROR_NOT_UNIQUE naming `protocol_id` */
  abstract add(scope: Scope, quota: Quota): Promise<void>;

  /**
   * Loads a quota and holds it against other changes until `change` is done; stored when `change` says it changed.
   * @throws ERROR_NOT_FOUND, and what `change` throws
   */
  abstract change(scope: Scope, quota_id: string, change: (quota: Quota) => boolean): Promise<void>;

  /** @throws ERROR_NOT_FOUND */
  abstract remove(scope: Scope, quota_id: string): Promise<void>;
}
