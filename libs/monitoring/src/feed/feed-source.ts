import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
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

/** Milliseconds. */
const POLL_INTERVAL_MS = 50;
const MAX_POLLS = 20;
/** Seconds. Every minute, Citus completes transactions that a crashed coordinator left half committed. */
const SETTLED_AFTER_SECONDS = 120;

/**
 * Reads records and waits until all recent ones are visible. On a cluster, a transaction commits on the coordinator
 * first and on the machines of its records a moment later.
 * @param requested ids, with times in seconds since the epoch; a missing record long before `now` was removed
 * @throws when that takes more than a second
 */
export async function readVisible<R>(
  pool: Pool,
  requested: readonly { readonly id: string; readonly at: number }[],
  now: number,
  read: () => Promise<ReadonlyMap<string, R>>,
): Promise<ReadonlyMap<string, R>> {
  if (requested.length === 0) return new Map();
  let found = await read();
  if (!(await isDistributed(pool))) return found;
  const recent = requested.filter(({ at }) => at > now - SETTLED_AFTER_SECONDS);
  for (let polls = 1; recent.some(({ id }) => !found.has(id)); polls += 1) {
    if (polls === MAX_POLLS) throw new Error('what was committed is not visible yet');
    await sleep(POLL_INTERVAL_MS);
    found = await read();
  }
  return found;
}
