import { appendFile, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOWEST_UUID } from '#shared/kernel/ids.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { ChangeFeed, type ChangedRecords } from '#shared/platform/change-feed/change-feed.js';
import { Encryption } from '#shared/platform/encryption.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { DeliverySpool, SpoolOptions } from '../delivery-log/spool/delivery-spool.js';
import { type KnownWebhook, toKnownWebhook, WEBHOOK_COLUMNS, type WebhookRow } from './webhook-rows.js';

const BYTE_FIELDS = [
  'access_key_digest',
  'previous_access_key_digest',
  'secret_options',
  'signing_secrets',
] as const;
const TIME_FIELDS = ['previous_access_key_expires_at', 'deleted_at'] as const;
/** Matches a complete line. Quotation marks inside a value are escaped, so a truncated line never ends like this. */
const COMPLETE_LINE = /^\{"webhook_id":"([0-9a-f-]{36})".*,"whole":true\}$/;

/** Writes a row as one line of JSON. The id comes first; the last field marks the line as complete. */
export function encodeRow({ webhook_id, ...row }: WebhookRow): string {
  const bytes = Object.fromEntries(BYTE_FIELDS.map((name) => [name, row[name]?.toString('base64') ?? null]));
  return JSON.stringify({ webhook_id, ...row, ...bytes, whole: true });
}

export function decodeRow(line: string): WebhookRow {
  const { whole: _, ...row } = JSON.parse(line) as Record<string, unknown>;
  for (const name of BYTE_FIELDS)
    if (typeof row[name] === 'string') row[name] = Buffer.from(row[name], 'base64');
  for (const name of TIME_FIELDS) if (typeof row[name] === 'string') row[name] = new Date(row[name]);
  return row as unknown as WebhookRow;
}

export function parseLineUuid(line: string): string | undefined {
  return COMPLETE_LINE.exec(line)?.[1];
}

const FILE_NAME = 'webhooks.jsonl';
const MAX_ROWS = 2_000;
const MAX_LINES = 10_000;
const RETRY_DELAY_MS = 1_000;
/** Milliseconds. The pool is shared with accepting. */
const TIMEOUT_MS = 5_000;

/**
 * Keeps a copy of the webhooks on disk, beside the spool, so that deliveries are admitted while the database is
 * unavailable, also by a process that has just started. The file contains digests of the keys, and the secrets
 * encrypted as in the database. Each line is one webhook; of several lines for the same webhook, the last one counts.
 */
@Injectable()
export class WebhookSnapshot implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Spool');
  private changedUuids = new Set<string>();
  private isRewriteDue = false;
  private lineCount = 0;
  private writing: Promise<void> | undefined;
  private isStarted = false;
  private isStopped = false;
  private lineByUuid: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    private readonly pool: IngestPool,
    private readonly encryption: Encryption,
    private readonly spool: DeliverySpool,
    private readonly options: SpoolOptions,
    changes: ChangeFeed,
  ) {
    if (!this.spool.isEnabled) return;
    changes.onChange('webhook', (changed) => this.markChanged(changed));
    this.spool.onRestored(() => this.scheduleRewrite());
  }

  /** Starts writing. The first changes arrive before the spool has its folder, so they are only noted until then. */
  onApplicationBootstrap(): void {
    this.isStarted = true;
    this.startWriting();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await this.writing;
  }

  /** Returns the webhook as it was when the database was last reachable. */
  async find(uuid: string): Promise<KnownWebhook | undefined> {
    if (!this.spool.isEnabled) return undefined;
    this.lineByUuid ??= this.read();
    const { lineByUuid } = this;
    try {
      const line = (await lineByUuid).get(uuid);
      return line === undefined ? undefined : toKnownWebhook(decodeRow(line), this.encryption);
    } catch (error) {
      // The sender gets the same answer as without a spool: the database is unavailable.
      const isDamaged = error instanceof SyntaxError;
      // The content of the line is not logged. The file is read again only after other errors.
      this.logger.warn(
        `${FILE_NAME}: ${isDamaged ? `the line of ${uuid} is damaged` : getLogMessage(error)}`,
      );
      if (!isDamaged && this.lineByUuid === lineByUuid) this.lineByUuid = undefined;
      return undefined;
    }
  }

  private markChanged(changed: ChangedRecords): void {
    // The database is reachable again, so the copy of the file in memory may be outdated.
    this.lineByUuid = undefined;
    if (changed === 'everything') this.isRewriteDue = true;
    else for (const uuid of changed) this.changedUuids.add(uuid);
    this.startWriting();
  }

  /** Writes the whole file again. The copy in memory stays: while the database is unavailable, there is no other. */
  private scheduleRewrite(): void {
    this.isRewriteDue = true;
    this.startWriting();
  }

  private startWriting(): void {
    if (this.isStarted) this.writing ??= this.writeChanges();
  }

  private async writeChanges(): Promise<void> {
    while (!this.isStopped && (this.isRewriteDue || this.changedUuids.size > 0)) {
      const { isRewriteDue, changedUuids } = this;
      this.isRewriteDue = false;
      this.changedUuids = new Set();
      try {
        if (isRewriteDue || this.lineCount > MAX_LINES) await this.rewrite();
        else await this.append([...changedUuids]);
      } catch (error) {
        this.logger.warn(`the webhook snapshot was not written, and is tried again: ${getLogMessage(error)}`);
        // Everything is written again: the failed append may have left a partial line.
        this.isRewriteDue = true;
        await sleep(RETRY_DELAY_MS, undefined, { ref: false });
      }
    }
    this.writing = undefined;
  }

  private async rewrite(): Promise<void> {
    const path = join(this.folder, FILE_NAME);
    const draft = await open(`${path}.draft`, 'w', 0o600);
    this.lineCount = 0;
    try {
      for (let after: string | undefined = LOWEST_UUID; after !== undefined;) {
        const rows: WebhookRow[] = await this.readRows('webhook_id > $1', after);
        if (rows.length > 0) await draft.write(encodeRows(rows));
        after = rows.length < MAX_ROWS ? undefined : rows.at(-1)?.webhook_id;
      }
      await draft.datasync();
    } finally {
      await draft.close();
    }
    await rename(`${path}.draft`, path);
  }

  private async append(uuids: readonly string[]): Promise<void> {
    const rows = await this.readRows('webhook_id = any ($1)', uuids);
    this.lineCount += rows.length;
    await appendFile(join(this.folder, FILE_NAME), encodeRows(rows), { mode: 0o600 });
  }

  private async readRows(condition: string, value: string | readonly string[]): Promise<WebhookRow[]> {
    const limit = typeof value === 'string' ? MAX_ROWS : value.length;
    const { rows } = await this.pool.query<WebhookRow>({
      text: `select ${WEBHOOK_COLUMNS} from webhook where ${condition} order by webhook_id limit ${limit}`,
      values: [value],
      query_timeout: TIMEOUT_MS,
    });
    return rows;
  }

  private get folder(): string {
    const { path } = this.spool;
    if (path === undefined) throw new Error('there is no spool');
    return path;
  }

  /** Reads the newest file of all processes. The file in the sub-folder of this process may be old. */
  private async read(): Promise<ReadonlyMap<string, string>> {
    const newest = await findNewestFile(this.options.spool?.dir ?? '');
    const text = newest === undefined ? '' : await readFile(newest, 'utf8');
    const table = new Map<string, string>();
    for (const line of text.split('\n')) {
      // The last line may be truncated.
      const uuid = parseLineUuid(line);
      if (uuid !== undefined) table.set(uuid, line);
    }
    this.logger.log(`${table.size} webhooks were read from the webhook snapshot`);
    return table;
  }
}

function encodeRows(rows: readonly WebhookRow[]): string {
  return rows.map((row) => `${encodeRow(row)}\n`).join('');
}

async function findNewestFile(root: string): Promise<string | undefined> {
  const found: { path: string; at: number }[] = [];
  for (const name of await readdir(root)) {
    const path = join(root, name, FILE_NAME);
    const at = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (at !== undefined) found.push({ path, at });
  }
  return found.toSorted((a, b) => b.at - a.at)[0]?.path;
}
