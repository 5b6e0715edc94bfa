import type { Resource } from '../../query/resource.js';
import type { ParsedStatistics } from '../../query/statistics.js';

/** What is counted: the filter, and the stages of a stat. */
export type CountedQuery = Pick<ParsedStatistics, 'filter'> &
  Partial<Pick<ParsedStatistics, 'distinct' | 'stages'>>;

/** A resource that may have a quicker one, such as a roll-up, which gives the same counts for some queries. */
export interface CountedResource extends Resource {
  readonly findQuickerResource?: (query: CountedQuery, now: Date) => Resource | undefined;
}
