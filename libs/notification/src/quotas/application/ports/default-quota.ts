import type { QuotaLimit } from '../../domain/quota-limit.js';

/** The limit of protocols without a quota. */
export abstract class DefaultQuota {
  abstract readonly limit: QuotaLimit;
}
