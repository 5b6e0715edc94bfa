import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { inDomainTransaction } from '../persistence/connection-shares.js';
import { ChangeListener } from './change-listener.js';
import { ChangeReader, type Change, type ChangeTopic } from './change-reader.js';

/** The uuids of the records of a topic that changed; `everything` if it is not known which. */
export type ChangedRecords = readonly string[] | 'everything';

const POLL_INTERVAL_MS = 500;

/**
 * Keeps caches in memory correct: each process learns of every committed change within a second, even if a NOTIFY was lost,
 * and knows how old its information is.
 */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnApplicationShutdown {
  private readonly listeners = new Map<ChangeTopic, ((changed: ChangedRecords) => void)[]>();
  private knownRevision = -1;
  private lastReadAt = Number.NEGATIVE_INFINITY;
  private currentRead: Promise<void> | undefined;
  private isReadRequested = false;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

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
   * Runs a transaction that announces changes of a domain. When it resolves, the changes are in effect in this process; other processes
   * follow some milliseconds later. It does not wait for a database that became unavailable after the commit.
   * @throws what the work throws; then nothing is changed
   */
  async transaction<T>(
    dataSource: DataSource,
    domain_id: string,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const result = await inDomainTransaction(dataSource, domain_id, work);
    await this.catchUp();
    return result;
  }

  /**
   * Registers a listener for the changes of a topic. It is called after the commit, at least once for each change, and must
   * not throw.
   */
  onChange(topic: ChangeTopic, listener: (changed: ChangedRecords) => void): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** The revision of the last change that this process knows of. */
  get revision(): number {
    return this.knownRevision;
  }

  /** Milliseconds since the last successful read; Infinity before the first. */
  staleForMs(): number {
    return performance.now() - this.lastReadAt;
  }

  async onModuleInit(): Promise<void> {
    this.listener.start(() => void this.requestRead());
    await this.poll();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.listener.stop();
    await this.currentRead;
    this.reader.close();
  }

  /** Reads the changes now. A read in progress may have begun before the NOTIFY, so another one follows it. */
  private async requestRead(): Promise<void> {
    if (this.currentRead) this.isReadRequested = true;
    else if (!this.isStopped) await this.poll();
  }

  private async catchUp(): Promise<void> {
    // A read in progress may have begun before the commit; the one after it did not.
    await this.currentRead;
    const isRunning = this.timer !== undefined && !this.isStopped;
    if (isRunning) await (this.currentRead ?? this.poll());
  }

  private async poll(): Promise<void> {
    clearTimeout(this.timer);
    this.currentRead = this.read();
    await this.currentRead;
    this.currentRead = undefined;
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.poll(), this.isReadRequested ? 0 : POLL_INTERVAL_MS);
    this.isReadRequested = false;
  }

  private async read(): Promise<void> {
    const startedAt = performance.now();
    const changeSet = await this.reader.read(this.knownRevision);
    if (!changeSet) return;
    // The revision is updated before the listeners run, so that they see the revision that they are told of.
    this.knownRevision = changeSet.revision;
    this.lastReadAt = startedAt;
    for (const [topic, listeners] of this.listeners) {
      const changed = selectChanged(topic, changeSet.changes);
      if (changed !== undefined) for (const listener of listeners) listener(changed);
    }
  }
}

function selectChanged(
  topic: ChangeTopic,
  changes: readonly Change[] | 'everything',
): ChangedRecords | undefined {
  if (changes === 'everything') return changes;
  const ids = changes.filter((change) => change.topic === topic).map(({ recordId }) => recordId);
  return ids.length > 0 ? [...new Set(ids)] : undefined;
}
