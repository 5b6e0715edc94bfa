import type { Resource } from '#shared/query/resource.js';
import type { FeedPosition } from '../contracts/feed-position.js';
import type { FollowedRecord } from './matches-filter.js';

export interface FeedItem<T> {
  readonly domain_id: string;
  /** The record that filters and queries are applied to. */
  readonly record: FollowedRecord;
  readonly id: string;
  /** The position after this item. */
  readonly position: FeedPosition;
  readonly type?: string;
  readonly data: T;
}

export interface FeedPage<T> {
  /** In the order of the feed. Records that were removed meanwhile are left out. */
  readonly items: readonly FeedItem<T>[];
  /** The position to continue from; `undefined` when everything below the horizon was read. */
  readonly next: FeedPosition | undefined;
}

export interface FeedSource<T> {
  /** The plural, for messages. */
  readonly name: string;
  readonly resource: Resource;
  readonly kind: 'event' | 'alert';
  /**
   * Seconds that positions are accepted. Rows are kept a little longer, so that an accepted reader has time to read
   * them.
   */
  readonly retentionSeconds: number;
  /** Returns the records of these domains from a position up to the horizon, one page at a time. */
  read(from: FeedPosition, horizon: FeedPosition, domains: readonly string[]): Promise<FeedPage<T>>;
}
