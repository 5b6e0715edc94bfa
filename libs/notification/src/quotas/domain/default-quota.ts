import { DomainError } from '#shared/kernel/domain-error.js';
import { getCallerKind, type Scope } from '#shared/kernel/scope.js';
import { getWindowLimit, type QuotaLimit } from './quota-limit.js';

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

  /** @throws ERROR_PERMISSION_DENIED if only the operator may allow so much: mails leave by the operator's server */
  requireAllowed(scope: Scope, protocol_id: string, limit: QuotaLimit): void {
    const { mailsPerDay } = this;
    if (protocol_id !== 'email' || mailsPerDay === undefined || getCallerKind(scope) === 'operator') return;
    if (getWindowLimit(limit, 'day') <= mailsPerDay) return;
    throw new DomainError(
      'ERROR_PERMISSION_DENIED',
      'denied',
      `limit.day must be at most ${mailsPerDay} (MAIL_DAILY_LIMIT). The operator may allow more, with the root key`,
    );
  }

  limitOf(protocol_id: string): QuotaLimit {
    const { limit, mailsPerDay } = this;
    return protocol_id === 'email' && mailsPerDay !== undefined ? { day: mailsPerDay, ...limit } : limit;
  }
}
