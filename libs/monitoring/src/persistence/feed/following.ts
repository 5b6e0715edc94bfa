import { DomainError } from '#shared/kernel/domain-error.js';
import type { FeedPosition } from '../../contracts/feed-position.js';
import type { FeedReader } from '../../events/application/ports/feed-reader.js';
import type { FollowedFilter } from './passes.js';

/** Limits the number of queries that the database runs for each record of a domain. */
const MOST_QUERIES_OF_A_DOMAIN = 100;

export interface Following<T extends object> {
  readonly domain_id: string;
  readonly filter: FollowedFilter;
  /** The query as sent, and its text. Followers with the same text share one execution. */
  readonly query: unknown;
  readonly asked: string | undefined;
  readonly reader: FeedReader<T>;
  /** The position up to which records were sent; `undefined` until the first round. */
  position: FeedPosition | undefined;
  joined: boolean;
  readonly onJoined: () => void;
  reachedAt: number;
  /** True while the database runs the query. Nothing else is sent to the follower meanwhile. */
  matching: boolean;
}

/** @throws ERROR_RATE_LIMITED when this would be one query too many for the domain */
export function requireRoomForQuery(
  following: Iterable<Pick<Following<never>, 'domain_id' | 'asked'>>,
  domain_id: string,
  asked: string | undefined,
): void {
  if (asked === undefined) return;
  const queries = new Set([asked]);
  for (const one of following)
    if (one.domain_id === domain_id && one.asked !== undefined) queries.add(one.asked);
  if (queries.size <= MOST_QUERIES_OF_A_DOMAIN) return;
  const detail = `At most ${MOST_QUERIES_OF_A_DOMAIN} different queries of a domain are streamed at a time; close a stream, or use the query of another`;
  throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 5 });
}
