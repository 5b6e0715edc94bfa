import type { Resource } from '../../query/resource.js';
import type { ReadStatistics } from '../../query/statistics.js';

/** What is counted: the filter, and the stages of a stat. */
export type Counted = Pick<ReadStatistics, 'filter'> & Partial<Pick<ReadStatistics, 'distinct' | 'stages'>>;

/** A resource that may have a quicker one, such as a roll-up, which gives the same counts for some queries. */
export interface CountedResource extends Resource {
  readonly quicker?: (asked: Counted, now: Date) => Resource | undefined;
}
