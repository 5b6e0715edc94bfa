/** The source of the current time. Tests replace it. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** Milliseconds after which the clock is read again, while its last reading is used. */
const REFRESH_MS = 60_000;
/** Milliseconds for which a reading is believed that ends something: the clock of the database may have been set since. */
const RECENT_MS = 1_000;

/** What tells the time at which something is set that ends later. */
export interface TimeSource {
  now(): Date | Promise<Date>;
}

/**
 * The clock of the database for times at which keys and sessions end, read once a minute and continued by the monotonic clock. That of
 * this process may be wrong, and would then end what other processes still accept.
 */
export class ExpiryClock implements TimeSource {
  private reading: { readonly offset: number; readonly at: number } | undefined;
  private pending: Promise<number> | undefined;

  /** @param query runs a statement */
  constructor(private readonly query: (text: string) => Promise<readonly { readonly now: Date }[]>) {}

  /** Returns whether a time has passed. Of a time that seems to have passed, the clock is asked. */
  async hasPassed(time: Date): Promise<boolean> {
    if (this.isAhead(time)) return false;
    const { reading } = this;
    if (reading !== undefined && performance.now() - reading.at <= RECENT_MS) return true;
    return time.getTime() <= (await this.read());
  }

  /**
   * Returns whether a time is ahead by the last reading.
   * @param guess the present time before the first reading; without it, no time is ahead then
   */
  isAhead(time: Date, guess?: Date): boolean {
    const { reading } = this;
    if (reading === undefined) return guess !== undefined && time > guess;
    const now = performance.now();
    // An error is met by the next reading that is waited for.
    if (now - reading.at > REFRESH_MS) this.read().catch(() => undefined);
    return time.getTime() > reading.offset + now;
  }

  /** Returns the time by the last reading, or by a first one. */
  async now(): Promise<Date> {
    if (this.reading === undefined) return new Date(await this.read());
    if (performance.now() - this.reading.at > REFRESH_MS) this.read().catch(() => undefined);
    return new Date(this.reading.offset + performance.now());
  }

  /** Resolves to the time in milliseconds. Concurrent calls share one statement. */
  private read(): Promise<number> {
    this.pending ??= this.readNow().finally(() => (this.pending = undefined));
    return this.pending;
  }

  private async readNow(): Promise<number> {
    const [row] = await this.query('select clock_timestamp() as now');
    if (row === undefined) throw new Error('the database did not tell the time');
    const at = performance.now();
    this.reading = { offset: row.now.getTime() - at, at };
    return row.now.getTime();
  }
}
