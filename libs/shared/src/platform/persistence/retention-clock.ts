import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Clock } from '../../kernel/clock.js';

/** Milliseconds by which clocks may differ. Hosts synchronized by NTP differ by some milliseconds. */
const TOLERANCE_MS = 60_000;
/** Milliseconds after a leap of the database's clock in which nothing is removed: the clock may be set back. */
const DOUBT_AFTER_LEAP_MS = 3_600_000;
const TIMEOUT_MS = 5_000;

type Queryable = Pick<ClientBase, 'query'>;

/** Nothing may be removed or closed by its age, because the current time is not certain. */
export class ClockInDoubtError extends Error {
  constructor(reason: string) {
    super(`nothing is removed or closed by its age: ${reason}`);
  }
}

/** The clock by which records are removed or closed because of their age. */
export abstract class RetentionClock {
  /** @throws ClockInDoubtError */
  abstract now(sql: Queryable): Promise<Date>;

  /** Whether the time is certain. For work that runs every few seconds and can be postponed. */
  async isCertain(sql: Queryable): Promise<boolean> {
    try {
      await this.now(sql);
      return true;
    } catch (error) {
      if (error instanceof ClockInDoubtError) return false;
      throw error;
    }
  }
}

/**
 * The clock of the database, which all processes share. It is trusted only while the clock of this process agrees, and while
 * it advances evenly. Otherwise a single host with a wrong clock could remove all history in seconds.
 */
@Injectable()
export class DatabaseRetentionClock extends RetentionClock {
  private readonly logger = new Logger('RetentionClock');
  private doubt: string | undefined;
  /** The last reading: the time of the database, and when it was read by the monotonic clock. */
  private lastReading: { readonly time: number; readonly at: number } | undefined;
  private leaptAt = Number.NEGATIVE_INFINITY;
  private leap = 0;

  /** Seconds by which the database was ahead of this process at the last reading. */
  offset = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  get isInDoubt(): boolean {
    return this.doubt !== undefined;
  }

  async now(sql: Queryable): Promise<Date> {
    const now = await this.measure(sql);
    if (this.doubt !== undefined) throw new ClockInDoubtError(this.doubt);
    return now;
  }

  /** Returns the time of the database, whether or not it is trusted. */
  async measure(sql: Queryable): Promise<Date> {
    const time = await this.read(sql);
    const doubt = this.findDoubt();
    if (doubt !== this.doubt) {
      if (doubt === undefined) this.logger.log('the clocks agree again');
      else this.logger.error(new ClockInDoubtError(doubt).message);
    }
    this.doubt = doubt;
    return new Date(time);
  }

  private async read(sql: Queryable): Promise<number> {
    const before = performance.now();
    const text = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now';
    const { rows } = await sql.query<{ now: number }>({ text, query_timeout: TIMEOUT_MS });
    const at = performance.now();
    const time = rows[0]?.now ?? Number.NaN;
    this.offset = (time - (this.clock.now().getTime() - (at - before) / 2)) / 1000;
    if (this.lastReading !== undefined) {
      const leap = time - (this.lastReading.time + at - this.lastReading.at);
      if (Math.abs(leap) > TOLERANCE_MS) {
        this.leaptAt = at;
        this.leap = leap;
      }
    }
    this.lastReading = { time, at };
    return time;
  }

  private findDoubt(): string | undefined {
    if (Math.abs(this.offset) * 1000 > TOLERANCE_MS)
      return `the clock of the database is ${formatOffset(this.offset)} that of this process; let NTP set both`;
    if (performance.now() - this.leaptAt < DOUBT_AFTER_LEAP_MS)
      return `less than an hour ago, the clock of the database was set to ${formatOffset(this.leap / 1000)} its previous time`;
    return undefined;
  }
}

/** Rounded, so that a slow drift does not log a new message with every reading. */
function formatOffset(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const amount = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `${amount} ${seconds > 0 ? 'ahead of' : 'behind'}`;
}
