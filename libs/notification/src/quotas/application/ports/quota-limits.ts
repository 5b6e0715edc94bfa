import type { QuotaLimit } from '../../domain/quota-limit.js';

/** What is in force for a protocol: its quota, or the default. */
export abstract class QuotaLimits {
  abstract of(domain_id: string, protocol_id: string): Promise<QuotaLimit>;
}
