import { Batcher, type Waiting } from '../../kernel/batcher.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { Changed, ChangeFeed } from './change-feed.js';
import type { ChangeTopic } from './change-reader.js';

const MAX_ENTRIES = 100_000;
const MOST_WAITING = 10_000;
const KEYS_AT_ONCE = 500;

export interface Loaded<Value> {
  /** `undefined` if the record does not exist. */
  readonly value: Value | undefined;
  /** Whether no change of the record was announced while it was read. */
  readonly isCurrent: boolean;
}

interface Source<Value> {
  /** Returns the uuid under which changes of a record are announced. A record may be cached under several keys. */
  recordIdOf(value: Value): string;
  /** Reads the records that exist, by key. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  /** The error message while too many requests wait for the database. */
  readonly overfull: string;
}

/**
 * Caches records in memory, and drops each as soon as it changes. When the cache is full, the least recently used record is
 * evicted. Only one read of the database runs at a time: cache misses that arrive during a read share the next one. Nobody
 * gets an answer older than the request, and a flood of unknown keys does not become a flood of queries.
 */
export class VersionedCache<Value> {
  private readonly values = new Map<string, Value>();
  /** The keys of each record, which are dropped together. */
  private readonly keys = new Map<string, string[]>();
  private readonly batches = new Batcher<string, Loaded<Value>>((batch) => this.ask(batch), {
    atOnce: 1,
    perBatch: KEYS_AT_ONCE,
  });

  /** Requests for a key whose read has not begun yet share one answer. */
  private readonly waiting = new Map<string, Promise<Loaded<Value>>>();
  /** The changes since the read in progress began; `undefined` if there is none. */
  private changes: Changed[] | undefined;

  constructor(
    feed: ChangeFeed,
    topic: ChangeTopic,
    private readonly source: Source<Value>,
    private readonly capacity = MAX_ENTRIES,
  ) {
    feed.onChange(topic, (changed) => this.forget(changed));
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
  async load(key: string): Promise<Loaded<Value>> {
    const waiting = this.waiting.get(key);
    if (waiting !== undefined) return waiting;
    if (this.batches.length >= MOST_WAITING) throw DomainError.unavailable(this.source.overfull);
    const loading = this.batches.add(key);
    this.waiting.set(key, loading);
    return loading;
  }

  private async ask(batch: readonly Waiting<string, Loaded<Value>>[]): Promise<void> {
    for (const { request } of batch) this.waiting.delete(request);
    const changes: Changed[] = [];
    this.changes = changes;
    try {
      const found = await this.source.read(batch.map(({ request }) => request));
      for (const { request: key, resolve } of batch) {
        const value = found.get(key);
        const isCurrent = !changes.some((changed) => this.covers(changed, value));
        if (value !== undefined && isCurrent) this.keep(key, value);
        resolve({ value, isCurrent });
      }
    } finally {
      this.changes = undefined;
    }
  }

  private keep(key: string, value: Value): void {
    this.values.set(key, value);
    const recordId = this.source.recordIdOf(value);
    const keys = this.keys.get(recordId);
    if (keys === undefined) this.keys.set(recordId, [key]);
    else if (!keys.includes(key)) keys.push(key);
    const oldest = this.values.size > this.capacity ? this.values.values().next().value : undefined;
    if (oldest !== undefined) this.drop(this.source.recordIdOf(oldest));
  }

  private forget(changed: Changed): void {
    this.changes?.push(changed);
    if (changed === 'everything') {
      this.values.clear();
      this.keys.clear();
      return;
    }
    for (const recordId of changed) this.drop(recordId);
  }

  private drop(recordId: string): void {
    for (const key of this.keys.get(recordId) ?? []) this.values.delete(key);
    this.keys.delete(recordId);
  }

  /** Whether a change may concern a value that was read. A record that does not exist may be created by any change. */
  private covers(changed: Changed, value: Value | undefined): boolean {
    if (changed === 'everything' || value === undefined) return true;
    return changed.includes(this.source.recordIdOf(value));
  }
}
