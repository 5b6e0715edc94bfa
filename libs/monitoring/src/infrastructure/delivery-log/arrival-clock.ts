import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { IngestPool } from '#shared/platform/persistence/pools.js';

const MEASURE_EVERY = 30_000;

/**
 * The time of arrival: a monotonic clock set by the database's, so that processes agree to within a round trip and
 * no change of a machine's clock makes a later delivery look earlier.
 */
@Injectable()
export class ArrivalClock implements OnModuleInit, OnModuleDestroy {
  /** What to add to `performance.now()`, milliseconds. */
  private offset = performance.timeOrigin;
  private last = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {}

  async onModuleInit(): Promise<void> {
    await this.measure();
    this.timer = setInterval(() => void this.measure(), MEASURE_EVERY).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Never earlier than what it said before in this process. */
  now(): Date {
    this.last = Math.max(this.last, Math.floor(performance.now() + this.offset));
    return new Date(this.last);
  }

  private async measure(): Promise<void> {
    try {
      const before = performance.now();
      const { rows } = await this.pool.query<{ now: string }>(
        `select extract(epoch from clock_timestamp()) * 1000 as now`,
      );
      const middle = (before + performance.now()) / 2;
      this.offset = Number(rows[0]?.now) - middle;
    } catch {
      // The database is away: the clock goes on with the offset it has.
    }
  }
}
