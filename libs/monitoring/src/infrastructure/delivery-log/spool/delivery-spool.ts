import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { TooLateError, within } from '#shared/platform/within.js';
import { SegmentWriter, type StoredSegment } from '../segment-writer.js';
import { SpoolFolder } from './spool-folder.js';
import { encodeRecord } from './spool-record.js';

/** Where deliveries go while the database is away; `null`: nowhere. */
export abstract class SpoolOptions {
  abstract readonly spool: { readonly dir: string; readonly maxBytes: number } | null;
}

/** Milliseconds. */
const TRY_EVERY = 200;
const LOOK_FOR_ABANDONED_EVERY = 10_000;
const LAST_WRITE = 250;
/** What is left, at most, when new deliveries wait for the end of it. */
const LAST_BYTES = 512 * 1024;

interface Waiting {
  readonly segments: readonly StoredSegment[];
  readonly even: boolean;
  readonly resolve: (taken: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Takes segments that the database does not, on this host's disk, and brings them into the log in their order when it
 * is back. While anything is in it everything goes through it. One thing at a time: appends, all that wait in one
 * write and one fsync, and the last step of emptying it.
 */
@Injectable()
export class DeliverySpool implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Spool');
  private folder: SpoolFolder | undefined;
  private waiting: Waiting[] = [];
  private turn: Promise<unknown> = Promise.resolve();
  private active = false;
  private draining: Promise<void> | undefined;
  private stopped = false;
  private full = false;
  private obstacle: string | undefined;

  constructor(
    @Inject(SegmentWriter) private readonly writer: SegmentWriter,
    @Inject(SpoolOptions) private readonly options: SpoolOptions,
    @Optional() @Inject(Readiness) readiness?: Readiness,
  ) {
    readiness?.withoutDatabase(() => this.hasRoom);
  }

  async onModuleInit(): Promise<void> {
    const { spool } = this.options;
    if (spool === null) return;
    this.folder = await SpoolFolder.take(spool.dir).catch((cause: unknown) => {
      throw new Error(`SPOOL_DIR ${spool.dir} cannot be used: ${messageOf(cause)}`, { cause });
    });
    if (!this.folder.files.isEmpty) this.begin('left from before');
    void this.adopt(spool.dir);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.draining;
    await this.turn;
    await this.folder?.release();
    this.folder = undefined;
  }

  get isEnabled(): boolean {
    return this.options.spool !== null;
  }

  /** Whether something is in it, so that nothing may pass it by. */
  get isActive(): boolean {
    return this.active;
  }

  /** Bytes in it of this process. */
  get bytes(): number {
    return this.folder?.files.bytes ?? 0;
  }

  get isFull(): boolean {
    return this.full;
  }

  private get hasRoom(): boolean {
    return this.isEnabled && !this.full;
  }

  /** The sub-folder of this process. */
  get path(): string | undefined {
    return this.folder?.path;
  }

  /**
   * Resolves once they are on disk; to `false` when it was emptied meanwhile and they are not `even` to be taken then.
   * @throws when the disk or the spool is full
   */
  append(segments: readonly StoredSegment[], { even = false } = {}): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ segments, even, resolve, reject });
      if (this.waiting.length === 1) void this.takeTurn(() => this.write());
    });
  }

  private takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.turn.then(work);
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private async write(): Promise<void> {
    const waiting = this.waiting;
    this.waiting = [];
    const taken = waiting.filter(({ even }) => even || this.active);
    for (const each of waiting) if (!taken.includes(each)) each.resolve(false);
    if (taken.length === 0) return;
    try {
      await this.keep(Buffer.concat(taken.flatMap(({ segments }) => segments.map(encodeRecord))));
      for (const { resolve } of taken) resolve(true);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  }

  private async keep(records: Buffer): Promise<void> {
    const { folder, options } = this;
    if (folder === undefined || options.spool === null) throw new Error('There is no spool');
    try {
      if (folder.files.bytes + records.length > options.spool.maxBytes)
        throw new Error('SPOOL_MAX_BYTES are used up');
      await folder.files.append(records);
      this.full = false;
    } catch (error) {
      if (!this.full) this.logger.error(`deliveries are refused: ${messageOf(error)}`);
      this.full = true;
      throw error;
    } finally {
      // Also after a failure: what was written before it must get into the database.
      if (!this.active && !folder.files.isEmpty) this.begin('the database does not take deliveries');
    }
  }

  private begin(reason: string): void {
    this.active = true;
    this.logger.warn(`in use: ${reason}`);
    this.draining = this.drain();
  }

  private async drain(): Promise<void> {
    const { folder } = this;
    if (folder === undefined) return;
    while (this.active && !this.stopped) {
      try {
        await this.writer.probe();
        await this.drainOldest(folder);
        // Only right after the database took something: new deliveries wait for this.
        if (folder.files.bytes <= LAST_BYTES) await this.takeTurn(() => this.finish(folder));
      } catch (error) {
        this.stays(error);
        await sleep(TRY_EVERY);
      }
    }
  }

  /** That the database is away is known; whatever else keeps it from being emptied somebody has to mend. */
  private stays(error: unknown): void {
    const reason =
      isDatabaseUnavailable(error) || error instanceof TooLateError ? undefined : messageOf(error);
    if (reason !== undefined && reason !== this.obstacle) this.logger.error(`cannot be emptied: ${reason}`);
    this.obstacle = reason;
  }

  private async drainOldest(folder: SpoolFolder): Promise<void> {
    const file = await this.takeTurn(() => folder.files.takeOldest());
    if (file === undefined) return;
    await folder.drain(file, this.writer);
    this.full = false;
  }

  /** What waits for its turn behind this goes to the database by itself. */
  private async finish(folder: SpoolFolder): Promise<void> {
    for (let file = await folder.files.takeOldest(); file; file = await folder.files.takeOldest())
      await within(LAST_WRITE, folder.drain(file, this.writer), 'writing to the database');
    this.active = false;
    this.full = false;
    this.logger.warn('empty again: everything is in the database');
  }

  /** What processes that are gone have left. */
  private async adopt(root: string): Promise<void> {
    while (!this.stopped) {
      try {
        for await (const folder of SpoolFolder.takeAbandoned(root)) {
          this.logger.warn(`${folder.path} was left by a process that is gone: taking it over`);
          for (let file = await folder.files.takeOldest(); file; file = await folder.files.takeOldest())
            await folder.drain(file, this.writer);
        }
      } catch (error) {
        this.logger.debug(`to be taken over later: ${messageOf(error)}`);
      }
      await sleep(LOOK_FOR_ABANDONED_EVERY, undefined, { ref: false });
    }
  }
}
