import type { Changed, ChangeFeed } from './change-feed.js';
import type { ChangeTopic } from './change-reader.js';

const MAX_ENTRIES = 100_000;

/** Records in memory that are dropped as soon as they change. */
export class VersionedCache<Value> {
  private readonly values = new Map<string, Value>();
  /** By record: it may be known under several keys, and all of them end with it. */
  private readonly keys = new Map<string, Set<string>>();
  private readonly loading = new Map<string, Promise<Value | undefined>>();
  /** Of each reading under way: what changed since it began. */
  private readonly changedMeanwhile = new Set<(changed: Changed) => void>();

  /** @param recordIdOf the uuid under which changes of a record are announced */
  constructor(
    feed: ChangeFeed,
    topic: ChangeTopic,
    private readonly recordIdOf: (value: Value) => string,
  ) {
    feed.onChange(topic, (changed) => this.forget(changed));
  }

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  /** Reads a record, at once for all who ask, and keeps it unless it changed meanwhile. */
  async load(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const underWay = this.loading.get(key);
    if (underWay) {
      const value = await underWay;
      // That reading began before this call, and the record may have been made in between.
      if (value !== undefined) return value;
      // Another one who waited for it has begun the next, after this call: one is enough for all of them.
      const next = this.loading.get(key);
      if (next !== undefined && next !== underWay) return next;
    }
    const reading = this.readAndKeep(key, read).finally(() => {
      if (this.loading.get(key) === reading) this.loading.delete(key);
    });
    this.loading.set(key, reading);
    return reading;
  }

  private async readAndKeep(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const changes: Changed[] = [];
    const note = (changed: Changed) => changes.push(changed);
    this.changedMeanwhile.add(note);
    try {
      const value = await read();
      if (value !== undefined && !changes.some((changed) => covers(changed, this.recordIdOf(value)))) {
        this.keep(key, value);
      }
      return value;
    } finally {
      this.changedMeanwhile.delete(note);
    }
  }

  private keep(key: string, value: Value): void {
    this.values.set(key, value);
    const recordId = this.recordIdOf(value);
    this.keys.set(recordId, (this.keys.get(recordId) ?? new Set()).add(key));
    const oldest = this.values.size > MAX_ENTRIES ? this.values.entries().next().value : undefined;
    if (oldest) this.drop(this.recordIdOf(oldest[1]));
  }

  private forget(changed: Changed): void {
    for (const note of this.changedMeanwhile) note(changed);
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
}

function covers(changed: Changed, recordId: string): boolean {
  return changed === 'everything' || changed.includes(recordId);
}
