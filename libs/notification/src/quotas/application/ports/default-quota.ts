import type { QuotaLimit } from '../../domain/quota-limit.js';

/** What holds for a protocol without a quota. */
export abstract class DefaultQuota {
  abstract readonly limit: QuotaLimit;
}
