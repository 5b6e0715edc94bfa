import { DomainError } from '#shared/kernel/domain-error.js';
import type { FeedPosition } from '../../contracts/feed-position.js';
import type { FeedReader } from '../../events/application/ports/feed-reader.js';
import type { FollowedFilter } from './passes.js';

/** Bounds what a domain asks of the database for each record. */
const MOST_QUERIES_OF_A_DOMAIN = 100;

export interface Following<T extends object> {
  readonly domain_id: string;
  readonly filter: FollowedFilter;
  /** A query as it was sent, and as what is asked only once for all who ask the same. */
  readonly query: unknown;
  readonly asked: string | undefined;
  readonly reader: FeedReader<T>;
  /** What it was told up to; `undefined` until its first round. */
  position: FeedPosition | undefined;
  joined: boolean;
  readonly onJoined: () => void;
  reachedAt: number;
  /** While the database is asked what its query finds: it is told nothing else meanwhile. */
  matching: boolean;
}

/** @throws ERROR_RATE_LIMITED when a domain has as many queries as it may, and this is another one */
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
  const detail = `At most ${MOST_QUERIES_OF_A_DOMAIN} different queries of a domain are followed at a time; end one, or use the same`;
  throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 5 });
}
