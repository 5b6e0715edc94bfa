import { DomainError } from '#shared/kernel/domain-error.js';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { requireMoment, type Moment } from '#shared/query/instant.js';

export interface AcknowledgementTerms {
  readonly comment?: string | undefined;
  /** When the acknowledgement ends; if omitted, with the alert. */
  readonly until?: Moment | undefined;
}

export interface Decision {
  readonly acknowledged: boolean;
  readonly by: string;
  readonly comment: string | null;
  readonly until: Date | null;
}

/** @throws ERROR_INVALID_PARAMETER */
export function createAcknowledgement(scope: Scope, terms: AcknowledgementTerms): Decision {
  const now = new Date();
  const until = terms.until === undefined ? null : requireMoment('until', terms.until, now);
  if (until !== null && until <= now) throw DomainError.invalid('until', 'must be in the future');
  return { acknowledged: true, by: getCallerName(scope), comment: terms.comment ?? null, until };
}

export function createWithdrawal(scope: Scope): Decision {
  return { acknowledged: false, by: getCallerName(scope), comment: null, until: null };
}
