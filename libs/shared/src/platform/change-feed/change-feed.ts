import { Injectable, type OnApplicationShutdown, type OnModuleInit, Logger } from '@nestjs/common';
import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { getLogMessage } from '../../kernel/error-message.js';
import { inDomainTransaction } from '../persistence/record-writes.js';
import { KEEP_ALIVE_OPTIONS } from '../persistence/session-settings.js';
import { ChangeListener } from './change-listener.js';

export type ChangeTopic = 'api_key' | 'session' | 'webhook' | 'heartbeat';

interface Change {
  readonly topic: ChangeTopic;
  readonly recordId: string;
}

interface ChangeSet {
  readonly revision: number;
  /** The changes after the revision asked for; `everything` if the log does not reach back that far. */
  readonly changes: readonly Change[] | 'everything';
}

const TIMEOUT_MS = 1000;
const TRIM_INTERVAL_MS = 10 * 60_000;

/** Reads the change counter and the change log, on a connection of its own, so that a full pool cannot delay it. */
export class ChangeReader {
  private readonly logger = new Logger('ChangeFeed');
  private client: pg.Client | undefined;
  private isUnavailable = false;
  private lastTrimmedAt = performance.now();

  constructor(private readonly url: string) {}

  /** Reads the changes after revision `knownRevision`. Returns `undefined` if the database fails or does not answer in time. */
  async read(knownRevision: number): Promise<ChangeSet | undefined> {
    try {
      this.client ??= await this.connect();
      const changeSet = await readChangeSet(this.client, knownRevision);
      if (this.isUnavailable) this.logger.log('the change feed can be read again');
      this.isUnavailable = false;
      await this.trim(this.client);
      return changeSet;
    } catch (error) {
      if (!this.isUnavailable) this.logger.warn(`the change feed cannot be read: ${getLogMessage(error)}`);
      this.isUnavailable = true;
      this.close();
      return undefined;
    }
  }

  close(): void {
    void this.client?.end().catch(() => undefined);
    this.client = undefined;
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'tocsin changes',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      ...KEEP_ALIVE_OPTIONS,
    });
    client.on('error', () => {
      if (this.client === client) this.client = undefined;
    });
    await client.connect();
    return client;
  }

  private async trim(client: pg.Client): Promise<void> {
    if (performance.now() - this.lastTrimmedAt < TRIM_INTERVAL_MS) return;
    this.lastTrimmedAt = performance.now();
    await client.query(`delete from change_log where changed_at < clock_timestamp() - interval '1 hour'`);
  }
}

async function readChangeSet(client: pg.Client, knownRevision: number): Promise<ChangeSet> {
  const counter = await client.query<{ revision: string }>('select revision from change_counter');
  const revision = Number(counter.rows[0]?.revision);
  if (revision === knownRevision) return { revision, changes: [] };
  // A counter that went back means that the database was restored from a backup.
  if (knownRevision < 0 || revision < knownRevision) return { revision, changes: 'everything' };
  const log = await client.query<{ revision: string; topic: ChangeTopic; record_id: string }>(
    'select revision, topic, record_id from change_log where revision > $1 and revision <= $2 order by revision',
    [knownRevision, revision],
  );
  if (Number(log.rows[0]?.revision) !== knownRevision + 1) return { revision, changes: 'everything' };
  return { revision, changes: log.rows.map((row) => ({ topic: row.topic, recordId: row.record_id })) };
}

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
   * @param recordIds the uuids of the records
   */
  async announce(manager: EntityManager, topic: ChangeTopic, ...recordIds: readonly string[]): Promise<void> {
    if (recordIds.length === 0) return;
    await manager.query(
      `with bumped as (update change_counter set revision = revision + cardinality($2::uuid[]) returning revision),
        logged as (
          insert into change_log (revision, topic, record_id)
          select revision - cardinality($2::uuid[]) + place, $1, record_id
          from bumped, unnest($2::uuid[]) with ordinality as announced (record_id, place)
        )
      select pg_notify('tocsin_change', '') from bumped`,
      [topic, recordIds],
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
