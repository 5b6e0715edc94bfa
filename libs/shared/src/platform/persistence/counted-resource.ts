import type { Resource } from '../../query/resource.js';
import type { ReadStatistics } from '../../query/statistics.js';

/** What is counted: what all rows are narrowed by, and the stages of a stat. */
export type Counted = Pick<ReadStatistics, 'filter'> & Partial<Pick<ReadStatistics, 'distinct' | 'stages'>>;

/** What can be asked, and what gives the same counts in less time, where there is something for a query. */
export interface CountedResource extends Resource {
  readonly quicker?: (asked: Counted, now: Date) => Resource | undefined;
}
