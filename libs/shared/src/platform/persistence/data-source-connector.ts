import type { DataSource } from 'typeorm';
import { isDatabaseUnavailable } from './database-unavailable.js';

const TRY_AGAIN_MS = 1_000;

/** Connects a DataSource, at the start or, where the process has something to do without it, as soon as it can. */
export class DataSourceConnector {
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly startsWithout: boolean,
  ) {}

  /** Until it is connected, whoever uses it hears that the database is away. @throws when that is not wanted */
  async connect(): Promise<DataSource> {
    try {
      await this.dataSource.initialize();
    } catch (error) {
      if (!this.startsWithout || !isDatabaseUnavailable(error)) throw error;
      this.timer = setTimeout(() => void this.connect().catch(() => undefined), TRY_AGAIN_MS).unref();
    }
    if (this.closed) await this.close();
    return this.dataSource;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
