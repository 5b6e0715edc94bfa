import { Logger } from '@nestjs/common';
import pg from 'pg';
import { getLogMessage } from '../../kernel/error-message.js';
import { KEEP_ALIVE_OPTIONS } from '../persistence/session-settings.js';

export type ChangeTopic = 'api_key' | 'session' | 'webhook' | 'heartbeat';

export interface Change {
  readonly topic: ChangeTopic;
  readonly recordId: string;
}

export interface ChangeSet {
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
