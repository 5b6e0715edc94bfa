import { DomainError } from '#shared/kernel/domain-error.js';
import { toPlainLine } from '#shared/kernel/clean-text.js';

/** The maximum length of an assignee, in characters. */
export const MAX_ASSIGNEE_LENGTH = 256;

/**
 * Returns the name of somebody to whom an alert is assigned, without surrounding space.
 * @throws ERROR_INVALID_PARAMETER
 */
export function requireAssignee(given: string): string {
  const assignee = given.trim();
  if (assignee === '')
    throw DomainError.invalid('assignee', 'must not be empty: use null to assign the alert to nobody');
  if ([...assignee].length > MAX_ASSIGNEE_LENGTH)
    throw DomainError.invalid('assignee', `must be at most ${MAX_ASSIGNEE_LENGTH} characters`);
  if (toPlainLine(assignee) !== assignee)
    throw DomainError.invalid(
      'assignee',
      'must be one line without control characters: give a user id or an e-mail address',
    );
  return assignee;
}
