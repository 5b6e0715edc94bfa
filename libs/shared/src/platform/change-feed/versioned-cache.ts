import { Batcher, type PendingRequest } from '../../kernel/batcher.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { ChangedRecords, ChangeFeed, ChangeTopic } from './change-feed.js';

const MAX_ENTRIES = 100_000;
const MAX_PENDING_KEYS = 10_000;
const BATCH_SIZE = 500;

export interface LoadResult<Value> {
  /** `undefined` if the record does not exist. */
  readonly value: Value | undefined;
  /** Whether no change of the record was announced while it was read. */
  readonly isCurrent: boolean;
}

interface CacheSource<Value> {
  /** Returns the uuid under which changes of a record are announced. A record may be cached under several keys. */
  getRecordId(value: Value): string;
  /** Reads the records that exist, by key. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  /** The error message while too many requests wait for the database. */
  readonly overloadMessage: string;
}

/**
 * Caches records in memory, and drops each as soon as it changes. When the cache is full, the least recently used record is
 * evicted. Only one read of the database runs at a time: cache misses that arrive during a read share the next one. Nobody
 * gets an answer older than the request, and a flood of unknown keys does not become a flood of queries.
 */
export class VersionedCache<Value> {
  private readonly values = new Map<string, Value>();
  /** The keys of each record, which are dropped together. */
  private readonly keysByRecord = new Map<string, string[]>();
  private readonly batches = new Batcher<string, LoadResult<Value>>((batch) => this.readBatch(batch), {
    concurrency: 1,
    perBatch: BATCH_SIZE,
  });

  /** Requests for a key whose read has not begun yet share one answer. */
  private readonly pendingLoads = new Map<string, Promise<LoadResult<Value>>>();
  /** The changes since the read in progress began; `undefined` if there is none. */
  private changes: ChangedRecords[] | undefined;

  constructor(
    feed: ChangeFeed,
    topic: ChangeTopic,
    private readonly source: CacheSource<Value>,
    private readonly capacity = MAX_ENTRIES,
  ) {
    feed.onChange(topic, (changed) => this.invalidate(changed));
  }

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    // While the cache is at most half full, nothing will be evicted soon, so the order does not matter.
    if (value !== undefined && this.values.size > this.capacity / 2) {
      this.values.delete(key);
      this.values.set(key, value);
    }
    return value;
  }

  /**
   * Reads a record, and caches it unless it changed meanwhile.
   * @throws ERROR_UNAVAILABLE if too many requests wait, and the errors of the read
   */
  async load(key: string): Promise<LoadResult<Value>> {
    const pending = this.pendingLoads.get(key);
    if (pending !== undefined) return pending;
    if (this.batches.length >= MAX_PENDING_KEYS) throw DomainError.unavailable(this.source.overloadMessage);
    const loading = this.batches.add(key);
    this.pendingLoads.set(key, loading);
    return loading;
  }

  private async readBatch(batch: readonly PendingRequest<string, LoadResult<Value>>[]): Promise<void> {
    for (const { request } of batch) this.pendingLoads.delete(request);
    const changes: ChangedRecords[] = [];
    this.changes = changes;
    try {
      const found = await this.source.read(batch.map(({ request }) => request));
      for (const { request: key, resolve } of batch) {
        const value = found.get(key);
        const isCurrent = !changes.some((changed) => this.mayAffect(changed, value));
        if (value !== undefined && isCurrent) this.store(key, value);
        resolve({ value, isCurrent });
      }
    } finally {
      this.changes = undefined;
    }
  }

  private store(key: string, value: Value): void {
    this.values.set(key, value);
    const recordId = this.source.getRecordId(value);
    const keys = this.keysByRecord.get(recordId);
    if (keys === undefined) this.keysByRecord.set(recordId, [key]);
    else if (!keys.includes(key)) keys.push(key);
    const oldest = this.values.size > this.capacity ? this.values.values().next().value : undefined;
    if (oldest !== undefined) this.evictRecord(this.source.getRecordId(oldest));
  }

  private invalidate(changed: ChangedRecords): void {
    this.changes?.push(changed);
    if (changed === 'everything') {
      this.values.clear();
      this.keysByRecord.clear();
      return;
    }
    for (const recordId of changed) this.evictRecord(recordId);
  }

  private evictRecord(recordId: string): void {
    for (const key of this.keysByRecord.get(recordId) ?? []) this.values.delete(key);
    this.keysByRecord.delete(recordId);
  }

  /** Whether a change may concern a value that was read. A record that does not exist may be created by any change. */
  private mayAffect(changed: ChangedRecords, value: Value | undefined): boolean {
    if (changed === 'everything' || value === undefined) return true;
    return changed.includes(this.source.getRecordId(value));
  }
}
