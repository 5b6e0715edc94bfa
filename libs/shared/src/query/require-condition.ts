import { DomainError } from '../kernel/domain-error.js';

/**
 * Refuses a query without a condition, unless the caller says that all records are meant: `{}` is rather a mistake than a wish to
 * change everything.
 * @param example a condition to suggest
 * @throws ERROR_INVALID_PARAMETER for `query`
 */
export function requireCondition(query: unknown, all: boolean | undefined, example: object): void {
  if (all === true || typeof query !== 'object' || query === null) return;
  if (!Object.values(query).every(isEmpty)) return;
  throw DomainError.invalid(
    'query',
    `must have a condition, such as ${JSON.stringify(example)}; for all records, give "all": true`,
  );
}

function isEmpty(part: unknown): boolean {
  return part === undefined || part === null || part === '' || (Array.isArray(part) && part.length === 0);
}
