import { ALERT_MESSAGE_TYPES } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';

/** What a subscription can be about. */
export const KINDS: readonly string[] = ALERT_MESSAGE_TYPES;

/** Each once, in one order. @throws ERROR_INVALID_PARAMETER */
export function checkedKinds(given: readonly string[] = KINDS): readonly string[] {
  if (given.length === 0) throw DomainError.invalid('kinds', 'must not be empty');
  if (given.some((kind) => !KINDS.includes(kind)))
    throw DomainError.invalid('kinds', `must be of ${KINDS.join(', ')}`);
  return KINDS.filter((kind) => given.includes(kind));
}
