import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Clock } from '../../kernel/clock.js';

/** Milliseconds. Hosts that are kept by NTP are some milliseconds apart. */
const TOLERANCE = 60_000;
/** Milliseconds after a leap of the database's clock in which nothing is removed: whoever set it may set it back. */
const DOUBT_AFTER_LEAP = 3_600_000;
const TIMEOUT = 5_000;

type Queryable = Pick<ClientBase, 'query'>;

/** Nothing may be removed or closed by its age: it is not known what time it is. */
export class ClockInDoubtError extends Error {
  constructor(reason: string) {
    super(`nothing is removed or closed by its age: ${reason}`);
  }
}

/** The time by which anything is removed or closed for its age. */
export abstract class RetentionClock {
  /** @throws ClockInDoubtError */
  abstract now(sql: Queryable): Promise<Date>;

  /** For what is done every few seconds, and is left for later where the time is in doubt. */
  async isSure(sql: Queryable): Promise<boolean> {
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
 * The database's clock, which all processes share: what it says is believed only while this process's own clock agrees
 * and while it goes on evenly. One host with a wrong clock would otherwise remove all history in seconds.
 */
@Injectable()
export class DatabaseRetentionClock extends RetentionClock {
  private readonly logger = new Logger('RetentionClock');
  private doubt: string | undefined;
  /** Of the last reading: the database's time, and when by the monotonic clock. */
  private last: { readonly time: number; readonly at: number } | undefined;
  private leaptAt = Number.NEGATIVE_INFINITY;
  private leap = 0;

  /** Seconds that the database was ahead of this process at the last reading. */
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

  /** What the database's clock says, right or wrong. */
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
    const { rows } = await sql.query<{ now: number }>({ text, query_timeout: TIMEOUT });
    const at = performance.now();
    const time = rows[0]?.now ?? Number.NaN;
    this.offset = (time - (this.clock.now().getTime() - (at - before) / 2)) / 1000;
    if (this.last !== undefined) {
      const leap = time - (this.last.time + at - this.last.at);
      if (Math.abs(leap) > TOLERANCE) {
        this.leaptAt = at;
        this.leap = leap;
      }
    }
    this.last = { time, at };
    return time;
  }

  private findDoubt(): string | undefined {
    if (Math.abs(this.offset) * 1000 > TOLERANCE)
      return `the clock of the database is ${inWords(this.offset)} that of this process; let NTP set both`;
    if (performance.now() - this.leaptAt < DOUBT_AFTER_LEAP)
      return `the clock of the database was set ${inWords(this.leap / 1000)} its time before, less than an hour ago`;
    return undefined;
  }
}

/** Rounded, so that a drift is no news with every reading. */
function inWords(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const amount = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `${amount} ${seconds > 0 ? 'ahead of' : 'behind'}`;
}
