import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';

const MEASURE_INTERVAL_MS = 30_000;
/**
 * Milliseconds. Time synchronization adjusts the clock of the database in small steps; a jump this large is a manual
 * change or an error.
 */
const MIN_JUMP_MS = 1_000;
/** A jump is accepted after this many measurements in a row agree on it, if the clock of the host agrees as well. */
const CONFIRMATIONS = 5;
/**
 * The number of measurements if the clock of the host does not agree: ten minutes of them, because the clock of the
 * database may have been changed only for a moment.
 */
const CONFIRMATIONS_WITHOUT_HOST = 600;
const CONFIRM_INTERVAL_MS = 1_000;
const HOST_TOLERANCE_MS = 60_000;
const READINGS = 5;
/** Milliseconds. A slower answer is too inaccurate, and the pool is shared with accepting. */
const TIMEOUT_MS = 2_000;

/**
 * The clock for times of arrival. It is monotonic and set by the clock of the database, so that processes agree to
 * within a round trip, and no change of a machine's clock makes a later delivery look earlier.
 */
@Injectable()
export class ArrivalClock implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('ArrivalClock');
  /** The difference to `performance.now()` in milliseconds. */
  private offset = performance.timeOrigin;
  private last = 0;
  private lastAt = 0;
  private jump: { offset: number; confirmations: number } | undefined;
  private isSet = false;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pool: IngestPool,
    private readonly host: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.measure();
    this.scheduleMeasurement();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /**
   * Returns the current time. While the clock is ahead of the database, it runs at half speed instead of stopping, so
   * that arrivals keep distinct times. It steps back only after a jump of the database's clock.
   */
  now(): Date {
    const at = performance.now();
    this.last = Math.max(this.last + (at - this.lastAt) / 2, at + this.offset);
    this.lastAt = at;
    return new Date(Math.floor(this.last));
  }

  private scheduleMeasurement(): void {
    if (this.isStopped) return;
    const pause = this.jump === undefined ? MEASURE_INTERVAL_MS : CONFIRM_INTERVAL_MS;
    this.timer = setTimeout(() => {
      void this.measure().then(() => this.scheduleMeasurement());
    }, pause).unref();
  }

  /** Measures the offset several times and uses the quickest reading: its error is at most half the time that it took. */
  private async measure(): Promise<void> {
    let quickest = Number.POSITIVE_INFINITY;
    let offset = Number.NaN;
    try {
      for (let reading = 0; reading < READINGS; reading += 1) {
        const before = performance.now();
        const { rows } = await this.pool.query<{ now: string }>({
          text: `select extract(epoch from clock_timestamp()) * 1000 as now`,
          query_timeout: TIMEOUT_MS,
        });
        const roundTripMs = performance.now() - before;
        if (roundTripMs < quickest) offset = Number(rows[0]?.now) - before - roundTripMs / 2;
        quickest = Math.min(quickest, roundTripMs);
      }
      this.applyOffset(offset);
    } catch {
      // The database is unavailable: the clock continues with its current offset.
    }
  }

  private applyOffset(offset: number): void {
    if (this.isSet && Math.abs(offset - this.offset) > MIN_JUMP_MS) {
      const isSameJump = this.jump !== undefined && Math.abs(offset - this.jump.offset) <= MIN_JUMP_MS;
      this.jump = { offset, confirmations: isSameJump ? (this.jump?.confirmations ?? 0) + 1 : 1 };
      if (
        this.jump.confirmations <
        (this.isConfirmedByHost(offset) ? CONFIRMATIONS : CONFIRMATIONS_WITHOUT_HOST)
      )
        return;
      this.logger.warn(
        `the clock of the database was changed by ${Math.round((offset - this.offset) / 1000)} s; times of arrival follow it`,
      );
      this.last = 0;
    }
    this.offset = offset;
    this.isSet = true;
    this.jump = undefined;
  }

  private isConfirmedByHost(offset: number): boolean {
    return Math.abs(performance.now() + offset - this.host.now().getTime()) < HOST_TOLERANCE_MS;
  }
}
