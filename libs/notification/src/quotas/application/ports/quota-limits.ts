import type { QuotaLimit } from '../../domain/quota-limit.js';

/** Returns the limit of a protocol: that of its quota, or the default. */
export abstract class QuotaLimits {
  abstract findLimit(domain_id: string, protocol_id: string): Promise<QuotaLimit>;
}
