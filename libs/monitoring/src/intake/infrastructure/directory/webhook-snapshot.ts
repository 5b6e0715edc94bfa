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
/** Milliseconds. Accepting needs the connection. */
const TIMEOUT = 5_000;

/**
 * The webhooks on this host's disk, beside the spool, so that a delivery can be let in while the database is away,
 * also by a process that has just started: digests of keys, and secrets as the database has them, encrypted. A line is
 * a webhook, and of several the last counts.
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

  /** The first changes are told before the spool has its folder. */
  onApplicationBootstrap(): void {
    this.started = true;
    this.write();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.writing;
  }

  /** As it was when the database was last heard of. */
  async find(uuid: string): Promise<KnownWebhook | undefined> {
    if (!this.spool.isEnabled) return undefined;
    this.table ??= this.read();
    const { table } = this;
    try {
      const line = (await table).get(uuid);
      return line === undefined ? undefined : knownWebhook(decodeRow(line), this.encryption);
    } catch (error) {
      // Whoever posts is told that the database is away, as without a spool.
      const damaged = error instanceof SyntaxError;
      // Not what is in the line, nor read again for that.
      this.logger.warn(`${FILE}: ${damaged ? `the line of ${uuid} is damaged` : messageOf(error)}`);
      if (!damaged && this.table === table) this.table = undefined;
      return undefined;
    }
  }

  private note(changed: Changed): void {
    // The database answers again: the copy of the table in memory may be older.
    this.table = undefined;
    if (changed === 'everything') this.everythingDue = true;
    else for (const uuid of changed) this.due.add(uuid);
    this.write();
  }

  /** The table in memory stays: without the database there is no other. */
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
        this.logger.warn(`the webhooks were not kept: ${messageOf(error)}`);
        // Also what is there already: an append may have got half-way.
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

  /** The newest of all processes': the sub-folder of this one may be from long ago. */
  private async read(): Promise<ReadonlyMap<string, string>> {
    const newest = await newestIn(this.options.spool?.dir ?? '');
    const text = newest === undefined ? '' : await readFile(newest, 'utf8');
    const table = new Map<string, string>();
    for (const line of text.split('\n')) {
      // The last one may be cut off.
      const uuid = uuidIn(line);
      if (uuid !== undefined) table.set(uuid, line);
    }
    this.logger.log(`${table.size} webhooks are known without the database`);
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
