import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, Optional, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { StartError } from '#shared/platform/lifecycle/explain-start-error.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { TimeoutError, withTimeout } from '#shared/kernel/with-timeout.js';
import { SegmentWriter, type StoredSegment } from '../segment-writer.js';
import { MAX_BATCH_BYTES } from './drain-file.js';
import { adoptAbandonedSpools } from './adopt-abandoned-spools.js';
import { SpoolTimeout, SpoolHealth, SpoolLimitError } from './spool-health.js';
import { SpoolFolder } from './spool-folder.js';
import type { SpoolFile } from './spool-files.js';
import { encodeRecords } from './spool-record.js';

/** The directory that stores deliveries while the database is unavailable; `null` disables the spool. */
export abstract class SpoolOptions {
  abstract readonly spool: {
    readonly dir: string;
    readonly maxBytes: number;
    /** Minimum milliseconds that the database has to write deliveries before they go to the spool. */
    readonly timeoutMs: number;
  } | null;
}

/** Milliseconds. */
const RETRY_INTERVAL_MS = 200;
const PROBE_INTERVAL_MS = { inUse: 1_000, idle: 5_000 };
const LAST_STEP_MIN_MS = 250;
/** Milliseconds by which arrivals may be out of order in a file, because parallel flushes overtake each other. */
const MAX_REORDER_MS = 1_000;
/** The number of statements that the last step runs, one after the other. */
const LAST_STEP_STATEMENTS = 6;
/** Bytes left at which the last step starts. `max` applies when the drain is no faster than new deliveries arrive. */
const LAST_STEP_BYTES = { normal: 512 * 1024, max: MAX_BATCH_BYTES };

interface WaitingAppend {
  readonly segments: readonly StoredSegment[];
  readonly even: boolean;
  readonly resolve: (taken: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores segments on the local disk while the database does not take them, and writes them to the delivery log in order
 * later. While it holds any, all new ones go through it. Operations run one at a time: an append (all waiting segments
 * in one write and one fsync), or the last step of emptying it.
 */
@Injectable()
export class DeliverySpool implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Spool');
  private folder: SpoolFolder | undefined;
  private waiting: WaitingAppend[] = [];
  private running: Promise<unknown> = Promise.resolve();
  private isInUse = false;
  private draining: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  private lastDrainError: string | undefined;
  private oldestReceivedAt: Date | undefined;
  /** The timeout of database writes. Writes of the log and of the drain adapt it. */
  readonly timeout: SpoolTimeout;
  /** The last step, if it timed out and still runs. */
  private unfinishedDrain: Promise<unknown> = Promise.resolve();
  private readonly restoredListeners: (() => void)[] = [];
  readonly health = new SpoolHealth();
  /** Whether the database answered the last probe; only updated while the spool is in use. */
  isDatabaseAvailable = true;

  constructor(
    private readonly writer: SegmentWriter,
    private readonly options: SpoolOptions,
    @Optional() readiness?: Readiness,
    @Optional() private readonly disks?: DiskFloor,
  ) {
    this.timeout = new SpoolTimeout(options.spool?.timeoutMs ?? 0);
    readiness?.setDatabaseFallback(
      () => this.hasRoom,
      () => (this.isEnabled ? (this.isInUse ? 'in_use' : 'empty') : undefined),
    );
    readiness?.addRequirement(() => this.health.obstacle);
  }

  async onModuleInit(): Promise<void> {
    const { spool } = this.options;
    if (spool === null) return;
    this.folder = await SpoolFolder.acquire(spool.dir).catch((cause: unknown) => {
      throw new StartError(`SPOOL_DIR ${spool.dir} cannot be used: ${getLogMessage(cause)}`, { cause });
    });
    if (!this.folder.files.isEmpty) this.activate('it has deliveries from an earlier run', new Date(0));
    void this.monitorFolder(this.folder);
    void adoptAbandonedSpools(spool.dir, this.writer, this.health, this.stopping.signal);
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

  /** Whether the spool holds segments. New segments must then go through it. */
  get isActive(): boolean {
    return this.isInUse;
  }

  /** No delivery in the spool arrived before this time; `undefined` if it is empty. */
  get oldestArrival(): Date | undefined {
    return this.oldestReceivedAt;
  }

  get bytes(): number {
    return this.folder?.files.bytes ?? 0;
  }

  private get hasRoom(): boolean {
    return this.isEnabled && !this.health.isFull && this.disks?.isLow('spool') !== true;
  }

  /** Registers a listener for when the folder was restored. Other files in the folder are not restored. */
  onRestored(listener: () => void): void {
    this.restoredListeners.push(listener);
  }

  get path(): string | undefined {
    return this.folder?.path;
  }

  /**
   * Resolves to `true` when the segments are on disk, or to `false` if the spool was emptied meanwhile; with `even`, an
   * empty spool takes them as well.
   * @throws when the spool is full or its disk fails
   */
  append(segments: readonly StoredSegment[], { even = false } = {}): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ segments, even, resolve, reject });
      if (this.waiting.length === 1) void this.runExclusive(() => this.writeWaiting());
    });
  }

  private runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.running.then(work);
    this.running = result.catch(() => undefined);
    return result;
  }

  private async writeWaiting(): Promise<void> {
    const waiting = this.waiting;
    this.waiting = [];
    const accepted = waiting.filter(({ even }) => even || this.isInUse);
    for (const each of waiting) if (!accepted.includes(each)) each.resolve(false);
    if (accepted.length === 0) return;
    try {
      await this.writeRecords(accepted.flatMap(({ segments }) => segments));
      for (const { resolve } of accepted) resolve(true);
    } catch (error) {
      for (const { reject } of accepted) reject(error);
    }
  }

  private async writeRecords(segments: readonly StoredSegment[]): Promise<void> {
    const { folder, options, health } = this;
    const first = new Date(Math.min(...segments.map(({ received_at }) => received_at.getTime())));
    if (folder === undefined || options.spool === null) throw new Error('There is no spool');
    try {
      await this.restoreIfRemoved(folder);
      const records = encodeRecords(segments, await folder.files.prepareAppend());
      if (folder.files.bytes + records.length > options.spool.maxBytes)
        throw new SpoolLimitError('SPOOL_MAX_BYTES is used up');
      if (this.disks?.isLow('spool')) throw new SpoolLimitError('its disk is nearly full');
      const deliveries = segments.reduce((sum, { delivery_count }) => sum + delivery_count, 0);
      await folder.files.append(records, deliveries);
      // The file may have been removed during the write.
      await this.restoreIfRemoved(folder);
      health.recordSuccess();
    } catch (error) {
      health.recordFailure(error);
      throw error;
    } finally {
      // Also after a failure: the segments before it must get into the database.
      if (!this.isInUse && !folder.files.isEmpty)
        this.activate('the database does not take deliveries', first);
    }
  }

  private async restoreIfRemoved(folder: SpoolFolder, allFiles = false): Promise<void> {
    if (!(await folder.restoreIfRemoved(allFiles))) return;
    for (const listener of this.restoredListeners) listener();
  }

  /** Checks the folder also while the spool is empty: errors must be noticed before it is needed. */
  private async monitorFolder(folder: SpoolFolder): Promise<void> {
    while (!this.isStopping) {
      await this.runExclusive(async () => {
        if (this.isStopping) return;
        try {
          await this.restoreIfRemoved(folder, true);
          await folder.probe();
          this.health.recordProbe();
        } catch (error) {
          this.health.recordFailure(error);
        }
      });
      const { inUse, idle } = PROBE_INTERVAL_MS;
      await sleep(this.isInUse ? inUse : idle, undefined, { ref: false });
    }
  }

  private activate(reason: string, oldest: Date): void {
    this.isInUse = true;
    this.isDatabaseAvailable = false;
    this.oldestReceivedAt = oldest;
    this.logger.warn(`the spool is in use: ${reason}`);
    this.draining = this.drain();
  }

  private async drain(): Promise<void> {
    const { folder } = this;
    if (folder === undefined) return;
    while (this.isInUse && !this.isStopping) {
      try {
        await this.probe();
        const { bytes } = folder.files;
        await this.drainOldest(folder);
        // Only right after a successful write, because new deliveries wait for the last step.
        if (canFinish(folder.files.bytes, bytes)) await this.runExclusive(() => this.finish(folder));
      } catch (error) {
        this.handleDrainError(error);
        await sleep(RETRY_INTERVAL_MS);
      }
    }
  }

  private async probe(): Promise<void> {
    const startedAt = performance.now();
    await this.writer.probe();
    this.timeout.observe(performance.now() - startedAt);
    this.isDatabaseAvailable = true;
  }

  /** Logs errors that need an operator. An unavailable database is reported elsewhere. */
  private handleDrainError(error: unknown): void {
    const isUnavailable = isDatabaseUnavailable(error);
    this.isDatabaseAvailable = !isUnavailable;
    const reason = isUnavailable || error instanceof TimeoutError ? undefined : getLogMessage(error);
    if (reason !== undefined && reason !== this.lastDrainError)
      this.logger.error(`the spool cannot be emptied: ${reason}`);
    this.lastDrainError = reason;
  }

  private async drainOldest(folder: SpoolFolder): Promise<void> {
    await this.unfinishedDrain;
    const file = await this.runExclusive(async () => folder.files.takeOldest());
    if (file === undefined) return;
    const newest = await this.drainFile(folder, file);
    if (newest) this.oldestReceivedAt = new Date(newest.getTime() - MAX_REORDER_MS);
    this.health.recordDrain();
  }

  private async drainFile(folder: SpoolFolder, file: SpoolFile): Promise<Date | undefined> {
    const { newest, lost } = await folder.drain(file, this.writer);
    this.health.lost += lost;
    return newest;
  }

  /** Writes the remaining files and ends the use of the spool. Appends that wait meanwhile go to the database. */
  private async finish(folder: SpoolFolder): Promise<void> {
    const timeout = LAST_STEP_MIN_MS + LAST_STEP_STATEMENTS * this.timeout.median;
    for (let file = folder.files.takeOldest(); file; file = folder.files.takeOldest()) {
      const draining = this.drainFile(folder, file);
      this.unfinishedDrain = draining.catch(() => undefined);
      await withTimeout(timeout, draining, 'writing to the database');
    }
    this.isInUse = false;
    this.oldestReceivedAt = undefined;
    this.health.recordDrain();
    this.logger.warn('the spool is empty again: all its deliveries are in the database');
  }
}

/**
 * Returns whether the last step may start.
 * @param before the bytes left before the last file was drained; if `left` is no smaller, the drain gains nothing
 */
function canFinish(left: number, before: number): boolean {
  return left <= LAST_STEP_BYTES.normal || (left <= LAST_STEP_BYTES.max && left >= before);
}
