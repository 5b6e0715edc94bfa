import type { DataSource } from 'typeorm';

/** Milliseconds after which the clock is read again, while its last reading is used. */
const REFRESH_MS = 60_000;
/** Milliseconds for which a reading is believed that ends a key: the clock of the database may have been set since. */
const RECENT_MS = 1_000;

/** The clock of the database, read once a minute and continued by the monotonic clock, because that of this process may be wrong. */
export class KeyClock {
  private reading: { readonly offset: number; readonly at: number } | undefined;
  private pending: Promise<number> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** Returns whether a time has passed. Of a time that seems to have passed, the clock is asked. */
  async hasPassed(time: Date): Promise<boolean> {
    const { reading } = this;
    const now = performance.now();
    if (reading === undefined) return time.getTime() <= (await this.read());
    const isOver = time.getTime() <= reading.offset + now;
    if (isOver && now - reading.at > RECENT_MS) return time.getTime() <= (await this.read());
    // An error is met by the next reading that is waited for.
    if (now - reading.at > REFRESH_MS) this.read().catch(() => undefined);
    return isOver;
  }

  /** Resolves to the time in milliseconds. Concurrent calls share one statement. */
  private read(): Promise<number> {
    this.pending ??= this.query().finally(() => (this.pending = undefined));
    return this.pending;
  }

  private async query(): Promise<number> {
    const rows: { now: Date }[] = await this.dataSource.query('select clock_timestamp() as now');
    const [row] = rows;
    if (row === undefined) throw new Error('the database did not tell the time');
    const at = performance.now();
    this.reading = { offset: row.now.getTime() - at, at };
    return row.now.getTime();
  }
}
