/** One page of a list, in the form of every list answer. */
export interface Page<T> {
  readonly results: readonly T[];
  /** Matches before paging. */
  readonly total_count: number;
}
