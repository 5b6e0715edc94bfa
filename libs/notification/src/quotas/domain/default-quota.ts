import type { QuotaLimit } from './quota-limit.js';

/** The limits of protocols without a quota. */
export class DefaultQuota {
  /**
   * @param limit of all protocols
   * @param mailsPerDay of the protocol `email`, if `limit` has none for the day: mails leave by the operator's server
   */
  constructor(
    private readonly limit: QuotaLimit,
    private readonly mailsPerDay?: number,
  ) {}

  limitOf(protocol_id: string): QuotaLimit {
    const { limit, mailsPerDay } = this;
    return protocol_id === 'email' && mailsPerDay !== undefined ? { day: mailsPerDay, ...limit } : limit;
  }
}
