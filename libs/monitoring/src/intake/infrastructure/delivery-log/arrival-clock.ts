import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';

const MEASURE_EVERY = 30_000;
/**
 * Milliseconds. Time synchronization adjusts the clock of the database in small steps; a jump this large is a manual
 * change or an error.
 */
const LEAP = 1_000;
/** A jump is accepted after this many measurements in a row agree on it, if the clock of the host agrees as well. */
const CONFIRMATIONS = 5;
/**
 * The number of measurements if the clock of the host does not agree: ten minutes of them, because the clock of the
 * database may have been changed only for a moment.
 */
const CONFIRMATIONS_ALONE = 600;
const CONFIRM_EVERY = 1_000;
const HOST_TOLERANCE = 60_000;
const READINGS = 5;
/** Milliseconds. A slower answer is too inaccurate, and the pool is shared with accepting. */
const TIMEOUT = 2_000;

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
  private leap: { offset: number; times: number } | undefined;
  private isSet = false;
  private stopped = false;
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
    this.stopped = true;
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
    if (this.stopped) return;
    const pause = this.leap === undefined ? MEASURE_EVERY : CONFIRM_EVERY;
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
          query_timeout: TIMEOUT,
        });
        const took = performance.now() - before;
        if (took < quickest) offset = Number(rows[0]?.now) - before - took / 2;
        quickest = Math.min(quickest, took);
      }
      this.learn(offset);
    } catch {
      // The database is unavailable: the clock continues with its current offset.
    }
  }

  private learn(offset: number): void {
    if (this.isSet && Math.abs(offset - this.offset) > LEAP) {
      const agrees = this.leap !== undefined && Math.abs(offset - this.leap.offset) <= LEAP;
      this.leap = { offset, times: agrees ? (this.leap?.times ?? 0) + 1 : 1 };
      if (this.leap.times < (this.hostAgrees(offset) ? CONFIRMATIONS : CONFIRMATIONS_ALONE)) return;
      this.logger.warn(
        `the clock of the database was changed by ${Math.round((offset - this.offset) / 1000)} s; times of arrival follow it`,
      );
      this.last = 0;
    }
    this.offset = offset;
    this.isSet = true;
    this.leap = undefined;
  }

  private hostAgrees(offset: number): boolean {
    return Math.abs(performance.now() + offset - this.host.now().getTime()) < HOST_TOLERANCE;
  }
}
