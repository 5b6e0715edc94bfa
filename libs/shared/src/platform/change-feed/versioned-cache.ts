import { Batcher, type Waiting } from '../../kernel/batcher.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { Changed, ChangeFeed } from './change-feed.js';
import type { ChangeTopic } from './change-reader.js';

const MAX_ENTRIES = 100_000;
const MOST_WAITING = 10_000;
const KEYS_AT_ONCE = 500;

export interface Loaded<Value> {
  /** `undefined`: there is none. */
  readonly value: Value | undefined;
  /** Whether no change of it was heard of since it was read. */
  readonly isCurrent: boolean;
}

interface Source<Value> {
  /** The uuid under which changes of a record are announced. It may be known under several keys. */
  recordIdOf(value: Value): string;
  /** By key, what there is. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  /** What those are told who come while too many wait for the database. */
  readonly overfull: string;
}

/**
 * Records in memory that are dropped as soon as they change, the longest unused first when there are too many. The
 * database is asked one question at a time: those who come while one is under way share the next, so that nobody gets an
 * answer older than the question, and a flood of unknown keys is no flood of queries.
 */
export class VersionedCache<Value> {
  private readonly values = new Map<string, Value>();
  /** By record: all of them end with it. */
  private readonly keys = new Map<string, string[]>();
  private readonly batches = new Batcher<string, Loaded<Value>>((batch) => this.ask(batch), {
    atOnce: 1,
    perBatch: KEYS_AT_ONCE,
  });

  /** Who asks for a key that is not yet being read shares the answer. */
  private readonly waiting = new Map<string, Promise<Loaded<Value>>>();
  /** Since the reading that is under way began. */
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
    // As long as half of the room is free, nothing will be dropped soon, whatever the order.
    if (value !== undefined && this.values.size > this.capacity / 2) {
      this.values.delete(key);
      this.values.set(key, value);
    }
    return value;
  }

  /**
   * Reads a record, and keeps it unless it changed meanwhile.
   * @throws ERROR_UNAVAILABLE when too many wait, and what reading throws
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

  /** What is not there may be made by any change. */
  private covers(changed: Changed, value: Value | undefined): boolean {
    if (changed === 'everything' || value === undefined) return true;
    return changed.includes(this.source.recordIdOf(value));
  }
}
