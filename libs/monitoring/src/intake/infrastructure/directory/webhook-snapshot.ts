import { appendFile, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { ChangeFeed, type Changed } from '#shared/platform/change-feed/change-feed.js';
import { Encryption } from '#shared/platform/encryption.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { DeliverySpool, SpoolOptions } from '../delivery-log/spool/delivery-spool.js';
import type { KnownWebhook } from './known-webhook.js';
import { knownWebhook, WEBHOOK_COLUMNS, type WebhookRow } from './read-webhooks.js';
import { decodeRow, encodeRow, uuidIn } from './webhook-row-codec.js';

const FILE = 'webhooks.jsonl';
const ROWS_AT_ONCE = 2_000;
const LINES_BEFORE_REWRITE = 10_000;
const TRY_AGAIN = 1_000;
/** Milliseconds. The pool is shared with accepting. */
const TIMEOUT = 5_000;

/**
 * Keeps a copy of the webhooks on disk, beside the spool, so that deliveries are admitted while the database is
 * unavailable, also by a process that has just started. The file contains digests of the keys, and the secrets
 * encrypted as in the database. Each line is one webhook; of several lines for the same webhook, the last one counts.
 */
@Injectable()
export class WebhookSnapshot implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Spool');
  private due = new Set<string>();
  private everythingDue = false;
  private lines = 0;
  private writing: Promise<void> | undefined;
  private started = false;
  private stopped = false;
  private table: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    private readonly pool: IngestPool,
    private readonly encryption: Encryption,
    private readonly spool: DeliverySpool,
    private readonly options: SpoolOptions,
    changes: ChangeFeed,
  ) {
    if (!this.spool.isEnabled) return;
    changes.onChange('webhook', (changed) => this.note(changed));
    this.spool.onRestored(() => this.scheduleRewrite());
  }

  /** Starts writing. The first changes arrive before the spool has its folder, so they are only noted until then. */
  onApplicationBootstrap(): void {
    this.started = true;
    this.write();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.writing;
  }

  /** Returns the webhook as it was when the database was last reachable. */
  async find(uuid: string): Promise<KnownWebhook | undefined> {
    if (!this.spool.isEnabled) return undefined;
    this.table ??= this.read();
    const { table } = this;
    try {
      const line = (await table).get(uuid);
      return line === undefined ? undefined : knownWebhook(decodeRow(line), this.encryption);
    } catch (error) {
      // The sender gets the same answer as without a spool: the database is unavailable.
      const damaged = error instanceof SyntaxError;
      // The content of the line is not logged. The file is read again only after other errors.
      this.logger.warn(`${FILE}: ${damaged ? `the line of ${uuid} is damaged` : messageOf(error)}`);
      if (!damaged && this.table === table) this.table = undefined;
      return undefined;
    }
  }

  private note(changed: Changed): void {
    // The database is reachable again, so the copy of the file in memory may be outdated.
    this.table = undefined;
    if (changed === 'everything') this.everythingDue = true;
    else for (const uuid of changed) this.due.add(uuid);
    this.write();
  }

  /** Writes the whole file again. The copy in memory stays: while the database is unavailable, there is no other. */
  private scheduleRewrite(): void {
    this.everythingDue = true;
    this.write();
  }

  private write(): void {
    if (this.started) this.writing ??= this.writeDue();
  }

  private async writeDue(): Promise<void> {
    while (!this.stopped && (this.everythingDue || this.due.size > 0)) {
      const { everythingDue: all, due } = this;
      this.everythingDue = false;
      this.due = new Set();
      try {
        if (all || this.lines > LINES_BEFORE_REWRITE) await this.rewrite();
        else await this.add([...due]);
      } catch (error) {
        this.logger.warn(`the webhook snapshot was not written, and is tried again: ${messageOf(error)}`);
        // Everything is written again: the failed append may have left a partial line.
        this.everythingDue = true;
        await sleep(TRY_AGAIN, undefined, { ref: false });
      }
    }
    this.writing = undefined;
  }

  private async rewrite(): Promise<void> {
    const path = join(this.folder, FILE);
    const draft = await open(`${path}.draft`, 'w', 0o600);
    this.lines = 0;
    try {
      for (let after: string | undefined = NONE; after !== undefined;) {
        const rows: WebhookRow[] = await this.rows('webhook_id > $1', after);
        if (rows.length > 0) await draft.write(linesOf(rows));
        after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.webhook_id;
      }
      await draft.datasync();
    } finally {
      await draft.close();
    }
    await rename(`${path}.draft`, path);
  }

  private async add(uuids: readonly string[]): Promise<void> {
    const rows = await this.rows('webhook_id = any ($1)', uuids);
    this.lines += rows.length;
    await appendFile(join(this.folder, FILE), linesOf(rows), { mode: 0o600 });
  }

  private async rows(condition: string, value: string | readonly string[]): Promise<WebhookRow[]> {
    const limit = typeof value === 'string' ? ROWS_AT_ONCE : value.length;
    const { rows } = await this.pool.query<WebhookRow>({
      text: `select ${WEBHOOK_COLUMNS} from webhook where ${condition} order by webhook_id limit ${limit}`,
      values: [value],
      query_timeout: TIMEOUT,
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
    const newest = await newestIn(this.options.spool?.dir ?? '');
    const text = newest === undefined ? '' : await readFile(newest, 'utf8');
    const table = new Map<string, string>();
    for (const line of text.split('\n')) {
      // The last line may be truncated.
      const uuid = uuidIn(line);
      if (uuid !== undefined) table.set(uuid, line);
    }
    this.logger.log(`${table.size} webhooks were read from the webhook snapshot`);
    return table;
  }
}

const NONE = '00000000-0000-0000-0000-000000000000';

function linesOf(rows: readonly WebhookRow[]): string {
  return rows.map((row) => `${encodeRow(row)}\n`).join('');
}

async function newestIn(root: string): Promise<string | undefined> {
  const found: { path: string; at: number }[] = [];
  for (const name of await readdir(root)) {
    const path = join(root, name, FILE);
    const at = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (at !== undefined) found.push({ path, at });
  }
  return found.toSorted((a, b) => b.at - a.at)[0]?.path;
}
