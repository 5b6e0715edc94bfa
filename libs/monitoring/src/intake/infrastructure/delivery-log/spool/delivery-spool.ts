import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, Optional, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { StartError } from '#shared/platform/lifecycle/start-error.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { TimeoutError, withTimeout } from '#shared/platform/with-timeout.js';
import { SegmentWriter, type StoredSegment } from '../segment-writer.js';
import { BYTES_AT_ONCE } from '../write-in-batches.js';
import { adoptAbandoned } from './adopt-abandoned.js';
import { SpoolTimeout } from './spool-timeout.js';
import { SpoolFolder } from './spool-folder.js';
import type { SpoolFile } from './spool-files.js';
import { SpoolHealth, SpoolLimitError } from './spool-health.js';
import { encodeRecords } from './spool-record.js';

/** Where deliveries go while the database is away; `null`: nowhere. */
export abstract class SpoolOptions {
  abstract readonly spool: {
    readonly dir: string;
    readonly maxBytes: number;
    /** Milliseconds. */
    readonly patience: number;
  } | null;
}

/** Milliseconds. */
const TRY_EVERY = 200;
const LOOK_AFTER_EVERY = { inUse: 1_000, idle: 5_000 };
const LAST_WRITE = 250;
/** Milliseconds by which an earlier arrival may be written behind a later one: flushes overtake each other. */
const OUT_OF_ORDER = 1_000;
/** Statements that the last step takes one after the other. */
const LAST_STATEMENTS = 6;
/** Bytes left at which new deliveries wait for the last step; `most` where the drain gains on them no longer. */
const LAST_BYTES = { usual: 512 * 1024, most: BYTES_AT_ONCE };

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
  private running: Promise<unknown> = Promise.resolve();
  private active = false;
  private draining: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  private obstacle: string | undefined;
  private oldest: Date | undefined;
  /** Observes the writes of the log and of the drain. */
  readonly timeout: SpoolTimeout;
  /** The last step, where it timed out and still runs. */
  private unfinished: Promise<unknown> = Promise.resolve();
  private readonly restoredListeners: (() => void)[] = [];
  readonly health = new SpoolHealth();
  /** Whether the database answered when it was last asked, while something is in it. */
  databaseAnswers = true;

  constructor(
    private readonly writer: SegmentWriter,
    private readonly options: SpoolOptions,
    @Optional() readiness?: Readiness,
    @Optional() private readonly disks?: DiskFloor,
  ) {
    this.timeout = new SpoolTimeout(options.spool?.patience ?? 0);
    readiness?.withoutDatabase(
      () => this.hasRoom,
      () => this.active,
    );
    readiness?.require(() => this.health.obstacle);
  }

  async onModuleInit(): Promise<void> {
    const { spool } = this.options;
    if (spool === null) return;
    this.folder = await SpoolFolder.take(spool.dir).catch((cause: unknown) => {
      throw new StartError(`SPOOL_DIR ${spool.dir} cannot be used: ${messageOf(cause)}`, { cause });
    });
    if (!this.folder.files.isEmpty) this.begin('left from before', new Date(0));
    void this.lookAfter(this.folder);
    void adoptAbandoned(spool.dir, this.writer, this.health, this.stopping.signal);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.draining;
    await this.running;
    await this.folder?.release();
    this.folder = undefined;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  get isEnabled(): boolean {
    return this.options.spool !== null;
  }

  /** Whether something is in it, so that nothing may pass it by. */
  get isActive(): boolean {
    return this.active;
  }

  /** Nothing in it arrived before this; `undefined`: nothing is in it. */
  get heldFrom(): Date | undefined {
    return this.oldest;
  }

  get bytes(): number {
    return this.folder?.files.bytes ?? 0;
  }

  private get hasRoom(): boolean {
    return this.isEnabled && !this.health.isFull && this.disks?.isLow('spool') !== true;
  }

  /** Told after its folder had been removed and was made again, without what others keep in it. */
  onRestored(listener: () => void): void {
    this.restoredListeners.push(listener);
  }

  get path(): string | undefined {
    return this.folder?.path;
  }

  /**
   * Resolves once they are on disk; to `false` when it was emptied meanwhile and they are not `even` to be taken then.
   * @throws when the spool is full or its disk does not take them
   */
  append(segments: readonly StoredSegment[], { even = false } = {}): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ segments, even, resolve, reject });
      if (this.waiting.length === 1) void this.runExclusive(() => this.write());
    });
  }

  private runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.running.then(work);
    this.running = result.catch(() => undefined);
    return result;
  }

  private async write(): Promise<void> {
    const waiting = this.waiting;
    this.waiting = [];
    const taken = waiting.filter(({ even }) => even || this.active);
    for (const each of waiting) if (!taken.includes(each)) each.resolve(false);
    if (taken.length === 0) return;
    try {
      await this.keep(taken.flatMap(({ segments }) => segments));
      for (const { resolve } of taken) resolve(true);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  }

  private async keep(segments: readonly StoredSegment[]): Promise<void> {
    const { folder, options, health } = this;
    const first = new Date(Math.min(...segments.map(({ received_at }) => received_at.getTime())));
    if (folder === undefined || options.spool === null) throw new Error('There is no spool');
    try {
      await this.restoreIfGone(folder);
      const records = encodeRecords(segments, await folder.files.before());
      if (folder.files.bytes + records.length > options.spool.maxBytes)
        throw new SpoolLimitError('SPOOL_MAX_BYTES are used up');
      if (this.disks?.isLow('spool')) throw new SpoolLimitError('its disk is nearly full');
      const deliveries = segments.reduce((sum, { delivery_count }) => sum + delivery_count, 0);
      await folder.files.append(records, deliveries);
      // It may have been written to a file that nobody finds any more.
      await this.restoreIfGone(folder);
      health.worked();
    } catch (error) {
      health.failed(error);
      throw error;
    } finally {
      // Also after a failure: what was written before it must get into the database.
      if (!this.active && !folder.files.isEmpty) this.begin('the database does not take deliveries', first);
    }
  }

  private async restoreIfGone(folder: SpoolFolder, everything = false): Promise<void> {
    if (!(await folder.restoreIfGone(everything))) return;
    for (const listener of this.restoredListeners) listener();
  }

  /** Also while nothing is in it: that it cannot be written must be known before it is needed. */
  private async lookAfter(folder: SpoolFolder): Promise<void> {
    while (!this.isStopping) {
      await this.runExclusive(async () => {
        if (this.isStopping) return;
        try {
          await this.restoreIfGone(folder, true);
          await folder.probe();
          this.health.probed();
        } catch (error) {
          this.health.failed(error);
        }
      });
      const { inUse, idle } = LOOK_AFTER_EVERY;
      await sleep(this.active ? inUse : idle, undefined, { ref: false });
    }
  }

  private begin(reason: string, oldest: Date): void {
    this.active = true;
    this.databaseAnswers = false;
    this.oldest = oldest;
    this.logger.warn(`in use: ${reason}`);
    this.draining = this.drain();
  }

  private async drain(): Promise<void> {
    const { folder } = this;
    if (folder === undefined) return;
    while (this.active && !this.isStopping) {
      try {
        await this.probe();
        const { bytes } = folder.files;
        await this.drainOldest(folder);
        // Only right after the database took something: new deliveries wait for this.
        if (isLast(folder.files.bytes, bytes)) await this.runExclusive(() => this.finish(folder));
      } catch (error) {
        this.stays(error);
        await sleep(TRY_EVERY);
      }
    }
  }

  private async probe(): Promise<void> {
    const begun = performance.now();
    await this.writer.probe();
    this.timeout.observe(performance.now() - begun);
    this.databaseAnswers = true;
  }

  /** Errors of a database that is away are reported elsewhere; any other one needs somebody. */
  private stays(error: unknown): void {
    const isAway = isDatabaseUnavailable(error);
    this.databaseAnswers = !isAway;
    const reason = isAway || error instanceof TimeoutError ? undefined : messageOf(error);
    if (reason !== undefined && reason !== this.obstacle) this.logger.error(`cannot be emptied: ${reason}`);
    this.obstacle = reason;
  }

  private async drainOldest(folder: SpoolFolder): Promise<void> {
    await this.unfinished;
    const file = await this.runExclusive(async () => folder.files.takeOldest());
    if (file === undefined) return;
    const newest = await this.drainFile(folder, file);
    if (newest) this.oldest = new Date(newest.getTime() - OUT_OF_ORDER);
    this.health.drained();
  }

  private async drainFile(folder: SpoolFolder, file: SpoolFile): Promise<Date | undefined> {
    const { newest, lost } = await folder.drain(file, this.writer);
    this.health.lost += lost;
    return newest;
  }

  /** What waits for its turn behind this goes to the database by itself. */
  private async finish(folder: SpoolFolder): Promise<void> {
    const timeout = LAST_WRITE + LAST_STATEMENTS * this.timeout.median;
    for (let file = folder.files.takeOldest(); file; file = folder.files.takeOldest()) {
      const draining = this.drainFile(folder, file);
      this.unfinished = draining.catch(() => undefined);
      await withTimeout(timeout, draining, 'writing to the database');
    }
    this.active = false;
    this.oldest = undefined;
    this.health.drained();
    this.logger.warn('empty again: everything is in the database');
  }
}

/** @param before what was left before the last file was drained: while that took, so much came anew */
function isLast(left: number, before: number): boolean {
  return left <= LAST_BYTES.usual || (left <= LAST_BYTES.most && left >= before);
}
