import { DomainError } from '#shared/kernel/domain-error.js';
import type { Holder } from '#shared/kernel/domain-shares.js';
import type { FeedPosition } from '../contracts/feed-position.js';
import type { FollowedFilter } from './feed-source.js';

/** Limits the number of queries that the database runs for each record of a domain. */
const MAX_QUERIES_PER_DOMAIN = 100;

export interface FollowRequest<T extends object> {
  readonly scope: { readonly domain_id: string };
  readonly filter: FollowedFilter;
  readonly reader: FeedReader<T>;
  /** A position that the stream sent earlier. */
  readonly after?: string | undefined;
  readonly query?: unknown;
}

export interface Follower<T extends object> {
  readonly domain_id: string;
  /** The places of its domain, one of which it takes. */
  readonly place: Holder;
  readonly filter: FollowedFilter;
  /** The query as sent, and its text. Followers with the same text share one execution. */
  readonly query: unknown;
  readonly asked: string | undefined;
  readonly reader: FeedReader<T>;
  /** The position up to which records were sent; `undefined` until the first round. */
  position: FeedPosition | undefined;
  isJoined: boolean;
  readonly onJoined: () => void;
  reportedAt: number;
  /** True while the database runs the query. Nothing else is sent to the follower meanwhile. */
  isMatching: boolean;
}

/** @throws ERROR_RATE_LIMITED when this would be one query too many for the domain */
export function requireQueryCapacity(
  followers: Iterable<Pick<Follower<never>, 'domain_id' | 'asked'>>,
  domain_id: string,
  asked: string | undefined,
): void {
  if (asked === undefined) return;
  const queries = new Set([asked]);
  for (const follower of followers)
    if (follower.domain_id === domain_id && follower.asked !== undefined) queries.add(follower.asked);
  if (queries.size <= MAX_QUERIES_PER_DOMAIN) return;
  const detail = `At most ${MAX_QUERIES_PER_DOMAIN} different queries of a domain are streamed at a time; close a stream, or use the query of another`;
  throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', detail, { retryAfter: 5 });
}

/** A record that has just become visible. All followers receive the same object. */
export interface FeedMessage<T extends object = object> {
  /** A reader that follows after this position continues with the next record. */
  readonly position: string;
  /** The type of the message, for feeds with more than one type. */
  readonly type?: string;
  readonly data: T;
}

export abstract class FeedReader<T extends object = object> {
  /** Whether the reader can accept more. While it cannot, nothing is sent to it; afterwards it receives all it has missed. */
  abstract readonly isReady: boolean;
  abstract send(message: FeedMessage<T>): void;
  /**
   * Reports that everything before this position was sent. Called often enough that the position of an idle reader stays valid.
   */
  abstract reportPosition(position: string): void;
  /** Reports that the records between the requested position and this one are no longer available. */
  abstract reset(position: string): void;
  /** Reports that the query cannot be executed. Nothing more is sent. */
  abstract fail(reason: string): void;
  /** Ends the stream regularly: its client connects again, with the last position that it received. */
  abstract finish(): void;
}
