import { DomainError, type ErrorCode } from '#shared/kernel/domain-error.js';

/** Returns the code for invalid fields: a mistake in a query has a code of its own, wherever it is found. */
export function chooseInvalidCode(
  fields: readonly string[],
): Extract<ErrorCode, 'ERROR_INVALID_QUERY' | 'ERROR_INVALID_PARAMETER'> {
  return fields.every((field) => /^query(?:$|[.[])/.test(field))
    ? 'ERROR_INVALID_QUERY'
    : 'ERROR_INVALID_PARAMETER';
}

/** As `DomainError.invalid`, with the code for queries if the field is a query or a part of one. */
export function invalidField(field: string, reason: string): DomainError {
  return new DomainError(chooseInvalidCode([field]), 'invalid', `${field} ${reason}`, {
    errors: [{ field, reason }],
  });
}
