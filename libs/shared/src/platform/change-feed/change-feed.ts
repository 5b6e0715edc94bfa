import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { ChangeListener } from './change-listener.js';
import { ChangeReader, type Change, type ChangeTopic } from './change-reader.js';

/** The uuids of the records of a topic that changed; `everything` if it is not known which. */
export type Changed = readonly string[] | 'everything';

const POLL_EVERY_MS = 500;

/**
 * Keeps caches in memory correct: each process learns of every committed change within a second, even if a NOTIFY was lost,
 * and knows how old its information is.
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
   * Records a change in the transaction that makes it. Call it last: until the commit, all other changes wait for this one.
   * @param recordId the uuid of the record
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
   * Runs a transaction that announces changes. When it resolves, the changes are in effect in this process; other processes
   * follow some milliseconds later. It does not wait for a database that became unavailable after the commit.
   * @throws what the work throws; then nothing is changed
   */
  async transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await dataSource.transaction(work);
    await this.catchUp();
    return result;
  }

  /**
   * Registers a listener for the changes of a topic. It is called after the commit, at least once for each change, and must
   * not throw.
   */
  onChange(topic: ChangeTopic, listener: (changed: Changed) => void): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** The revision of the last change that this process knows of. */
  get revision(): number {
    return this.known;
  }

  /** Milliseconds since the last successful read; Infinity before the first. */
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

  /** Reads the changes now. A read in progress may have begun before the NOTIFY, so another one follows it. */
  private async hurry(): Promise<void> {
    if (this.reading) this.hurried = true;
    else if (!this.stopped) await this.tick();
  }

  private async catchUp(): Promise<void> {
    // A read in progress may have begun before the commit; the one after it did not.
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
    // The revision is updated before the listeners run, so that they see the revision that they are told of.
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
