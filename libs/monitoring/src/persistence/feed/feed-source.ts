import type { Resource } from '#shared/query/resource.js';
import type { FeedPosition } from '../../contracts/feed-position.js';
import type { FollowedRecord } from './passes.js';

export interface FeedItem<T> {
  readonly domain_id: string;
  /** What filters are about, and by its id queries. */
  readonly record: FollowedRecord;
  readonly id: string;
  /** Behind it. */
  readonly position: FeedPosition;
  readonly type?: string;
  readonly data: T;
}

export interface FeedPage<T> {
  /** In their order; what is gone already is left out. */
  readonly items: readonly FeedItem<T>[];
  /** Where to go on; `undefined` when there was no more below the horizon. */
  readonly next: FeedPosition | undefined;
}

export interface FeedSource<T> {
  /** The plural, for people. */
  readonly name: string;
  readonly resource: Resource;
  readonly kind: 'event' | 'alert';
  /** Seconds: rows are kept a little longer, so that who is let in can read them in peace. */
  readonly kept: number;
  /** What these domains have from a position up to the horizon, the beginning of it. */
  read(from: FeedPosition, horizon: FeedPosition, domains: readonly string[]): Promise<FeedPage<T>>;
}
