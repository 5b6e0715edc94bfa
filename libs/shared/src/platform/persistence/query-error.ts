import { DomainError } from '../../kernel/domain-error.js';
import { invalidQuery } from '../../query/invalid-query.js';
import type { Statement } from '../../query/statement.js';
import { EndedError, QUERY_CANCELED } from './run-cancellable.js';
import { TEMP_FILES_EXCEEDED } from './session-settings.js';

/** Returns the error to report to the caller, if the caller caused the error of the database. */
export function toQueryError(error: unknown, { patterns, timeKey }: Statement): DomainError | undefined {
  if (error instanceof EndedError && error.by === 'caller') {
    return DomainError.unavailable('The caller has gone');
  }
  const { code, message } = error as { code?: unknown; message?: unknown };
  // Also if the database cancelled it: by its own statement_timeout, or at the command of an administrator.
  if (error instanceof EndedError || code === QUERY_CANCELED) {
    const advice =
      timeKey === undefined
        ? 'narrow it by a filter'
        : `a filter on ${timeKey} makes it cheaper, like {"k": "${timeKey}", "v": "now - 1d", "o": "timediff_gte"}`;
    return new DomainError('ERROR_QUERY_TIMEOUT', 'timeout', `The query took too long; ${advice}`);
  }
  if (code === TEMP_FILES_EXCEEDED)
    return invalidQuery(
      'query',
      'sorts or groups more data than the database may keep in temporary files; narrow the filter',
    );
  // invalid_regular_expression
  if (code === '2201B')
    return invalidQuery(patterns.join(', '), `is no regular expression: ${String(message)}`);
  // Class 22: a value that fits no column or calculation, like a division by zero or a number that is too large. Class 54: a
  // limit of PostgreSQL.
  if (typeof code === 'string' && /^(22|54)/.test(code)) {
    return invalidQuery('query', `asks for a value that cannot be calculated: ${String(message)}`);
  }
  return undefined;
}
