import { parseId } from '#shared/kernel/ids.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { Resource } from '#shared/query/resource.js';
import type { FeedPosition } from '../contracts/feed-position.js';

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

/** An event or an alert, as its followers receive it. */
interface FollowedRecord {
  readonly [field: string]: unknown;
  readonly resource: { readonly resource_id: string | null };
}

/** What the fields of a record must be. */
export type FollowedFilter = Readonly<Record<string, string | boolean | undefined>>;

export function matchesFilter(record: FollowedRecord, filter: FollowedFilter): boolean {
  return Object.entries(filter).every(([field, expected]) => {
    if (expected === undefined) return true;
    if (field === 'resource_id') return record.resource.resource_id === expected;
    return record[field] === expected;
  });
}

/** Runs the queries of followers in the database, so that a stream and a list give the same results. */
export class FeedQueries {
  constructor(
    private readonly engine: QueryEngine,
    private readonly source: Pick<FeedSource<never>, 'resource' | 'kind'>,
  ) {}

  /** @throws ERROR_INVALID_QUERY */
  async check(domain_id: string, query: unknown): Promise<void> {
    await this.engine.checkMatch(this.source.resource, { domain_id, query });
  }

  /**
   * Returns those of the ids that a query finds.
   * @throws ERROR_QUERY_TIMEOUT, ERROR_INVALID_QUERY; ERROR_RATE_LIMITED while the domain runs too many other queries
   */
  async match(domain_id: string, query: unknown, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { resource, kind } = this.source;
    const uuids = ids.map((id) => parseId(kind, id));
    const found = await this.engine.match(resource, { domain_id, query, ids: uuids });
    return new Set(ids.filter((_, at) => found.has(uuids[at] ?? '')));
  }
}
