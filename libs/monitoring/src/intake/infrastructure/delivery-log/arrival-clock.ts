import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';

const MEASURE_EVERY = 30_000;
/** Milliseconds. The database's clock is set step by step; only somebody's hand, or a mistake, moves it so far. */
const LEAP = 1_000;
/** A leap is believed when so many measurements in a row agree on it, and the host's clock does too. */
const CONFIRMATIONS = 5;
/** As many as take ten minutes, where the host's clock does not agree: somebody may have set the database's for a moment. */
const CONFIRMATIONS_ALONE = 600;
const CONFIRM_EVERY = 1_000;
const HOST_TOLERANCE = 60_000;
const READINGS = 5;
/** Milliseconds. An answer so late tells nothing, and accepting needs the connection. */
const TIMEOUT = 2_000;

/**
 * The time of arrival: a monotonic clock set by the database's, so that processes agree to within a round trip and
 * no change of a machine's clock makes a later delivery look earlier.
 */
@Injectable()
export class ArrivalClock implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('ArrivalClock');
  /** What to add to `performance.now()`, milliseconds. */
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
   * Where it is a little ahead of the database it runs at half the pace until that has caught up, instead of standing
   * still, so that arrivals stay apart. Only after a leap of the database's clock does it step back.
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

  /** Of several readings the quickest counts: it cannot be wrong by more than half the time that it took. */
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
      // The database is away: the clock goes on with the offset it has.
    }
  }

  private learn(offset: number): void {
    if (this.isSet && Math.abs(offset - this.offset) > LEAP) {
      const agrees = this.leap !== undefined && Math.abs(offset - this.leap.offset) <= LEAP;
      this.leap = { offset, times: agrees ? (this.leap?.times ?? 0) + 1 : 1 };
      if (this.leap.times < (this.hostAgrees(offset) ? CONFIRMATIONS : CONFIRMATIONS_ALONE)) return;
      this.logger.warn(
        `times of arrival follow the clock of the database, which was set by ${Math.round((offset - this.offset) / 1000)} s`,
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
