import { DomainError } from './domain-error.js';

/** One page of a list, in the form of every list response. */
export interface Page<T> {
  readonly results: readonly T[];
  /** Matches before paging. */
  readonly total_count: number;
  /** Set if counting took too long and `total_count` is the planner's estimate. */
  readonly total_count_estimated?: true;
  /** Set if more records follow. */
  readonly next_cursor?: string;
}

/** The requested part of a list. `start` is the 1-based position of the first record. */
export interface PageRequest {
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
}

const MAX_PAGE_DEPTH = 100_000;

/**
 * @param place the path of the page in the request, for errors
 * @throws ERROR_INVALID_QUERY if the page is so deep that skipping the records before it would cost too much
 */
export function getPageSlice(
  { start = 1, limit = 100 }: PageRequest,
  place: string,
): { offset: number; limit: number } {
  if (start + limit > MAX_PAGE_DEPTH) {
    const reason = `is too deep: start + limit must be at most ${MAX_PAGE_DEPTH}; narrow the list with a filter`;
    throw new DomainError('ERROR_INVALID_QUERY', 'invalid', `${place} ${reason}`, {
      errors: [{ field: place, reason }],
    });
  }
  return { offset: start - 1, limit };
}
