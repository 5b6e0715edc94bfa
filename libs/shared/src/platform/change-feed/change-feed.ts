import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { ChangeListener } from './change-listener.js';
import { ChangeReader, type Change, type ChangeTopic } from './change-reader.js';

/** The records of a topic that changed; everything, when it is not known which. */
export type Changed = readonly string[] | 'everything';

const POLL_EVERY_MS = 500;

/**
 * The truth for everything that is kept in memory: each process learns of every committed change within a second,
 * also when a NOTIFY was lost, and knows how old its knowledge is.
 */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnApplicationShutdown {
  private readonly listeners = new Map<ChangeTopic, ((changed: Changed) => void)[]>();
  private known = -1;
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;
  private hurried = false;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly reader: ChangeReader,
    private readonly listener: ChangeListener,
  ) {}

  /**
   * Records a change in its own transaction. Call it last: until the commit every other change waits for this one.
   * @param recordId the record's uuid
   */
  async announce(manager: EntityManager, topic: ChangeTopic, recordId: string): Promise<void> {
    await manager.query(
      `with bumped as (update change_counter set revision = revision + 1 returning revision),
        logged as (insert into change_log (revision, topic, record_id) select revision, $1, $2 from bumped)
      select pg_notify('tocsin_change', '') from bumped`,
      [topic, recordId],
    );
  }

  /**
   * A transaction that announces changes. When it resolves they hold in this process, and elsewhere some milliseconds
   * later. A database that went away after the commit is not waited for.
   * @throws what the work throws; then nothing is changed
   */
  async transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await dataSource.transaction(work);
    await this.catchUp();
    return result;
  }

  /** The listener must not throw; it is told of a change after its commit, at least once. */
  onChange(topic: ChangeTopic, listener: (changed: Changed) => void): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** The last change this process knows of. */
  get revision(): number {
    return this.known;
  }

  /** Age of the last successful reading; Infinity before the first. */
  staleForMs(): number {
    return performance.now() - this.readAt;
  }

  async onModuleInit(): Promise<void> {
    this.listener.start(() => void this.hurry());
    await this.tick();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.listener.stop();
    await this.reading;
    this.reader.close();
  }

  /** Reads now; a reading under way may be older than the hint, so then once more. */
  private async hurry(): Promise<void> {
    if (this.reading) this.hurried = true;
    else if (!this.stopped) await this.tick();
  }

  private async catchUp(): Promise<void> {
    // It may have begun before the commit; whatever follows it did not.
    await this.reading;
    const isRunning = this.timer !== undefined && !this.stopped;
    if (isRunning) await (this.reading ?? this.tick());
  }

  private async tick(): Promise<void> {
    clearTimeout(this.timer);
    this.reading = this.read();
    await this.reading;
    this.reading = undefined;
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.tick(), this.hurried ? 0 : POLL_EVERY_MS);
    this.hurried = false;
  }

  private async read(): Promise<void> {
    const startedAt = performance.now();
    const reading = await this.reader.read(this.known);
    if (!reading) return;
    // Known before it is told: a cache filled while the listeners run must not count as newer than the change.
    this.known = reading.revision;
    this.readAt = startedAt;
    for (const [topic, listeners] of this.listeners) {
      const changed = changedIn(topic, reading.changes);
      if (changed !== undefined) for (const listener of listeners) listener(changed);
    }
  }
}

function changedIn(topic: ChangeTopic, changes: readonly Change[] | 'everything'): Changed | undefined {
  if (changes === 'everything') return changes;
  const ids = changes.filter((change) => change.topic === topic).map(({ recordId }) => recordId);
  return ids.length > 0 ? [...new Set(ids)] : undefined;
}
