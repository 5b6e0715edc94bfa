import { DomainError } from './domain-error.js';

/** One page of a list, in the form of every list answer. */
export interface Page<T> {
  readonly results: readonly T[];
  /** Matches before paging. */
  readonly total_count: number;
  /** Counting took too long: the planner's estimate. */
  readonly total_count_estimated?: true;
  /** Where more follow. */
  readonly next_cursor?: string;
}

/** What part of a list is asked for: `start` is the 1-based place of the first record. */
export interface PageRequest {
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
}

const DEEPEST = 100_000;

/**
 * @param place where the page stands in the request
 * @throws ERROR_INVALID_QUERY where counting up to the page would cost too much.
 */
export function sliceOf(
  { start = 1, limit = 100 }: PageRequest,
  place: string,
): { offset: number; limit: number } {
  if (start + limit > DEEPEST) {
    const reason = `is too deep: start + limit must be at most ${DEEPEST}; narrow the list with a filter`;
    throw new DomainError('ERROR_INVALID_QUERY', 'invalid', `${place} ${reason}`, {
      errors: [{ field: place, reason }],
    });
  }
  return { offset: start - 1, limit };
}
