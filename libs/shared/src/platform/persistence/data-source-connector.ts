import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { messageOf } from '../../kernel/message-of.js';
import { isDatabaseUnavailable } from './database-unavailable.js';

const TRY_AGAIN_MS = 1_000;

/** Connects a DataSource, at the start or, where the process has something to do without it, as soon as it can. */
export class DataSourceConnector {
  private readonly logger = new Logger('Database');
  private timer: NodeJS.Timeout | undefined;
  private told: string | undefined;
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
      this.scheduleRetry(error);
    }
    if (this.closed) await this.close();
    return this.dataSource;
  }

  /** Of its connections; `undefined` until it is connected. TypeORM's types do not tell of it. */
  get pool(): Pool | undefined {
    return (this.dataSource.driver as unknown as { readonly master?: Pool }).master;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** Whatever it is by now: a database that comes back may refuse the password for as long as it is restored. */
  private scheduleRetry(error: unknown): void {
    const reason = messageOf(error);
    if (reason !== this.told) this.logger.warn(`not connected, tried again until it is: ${reason}`);
    this.told = reason;
    if (this.closed) return;
    this.timer = setTimeout(() => void this.tryAgain(), TRY_AGAIN_MS).unref();
  }

  private async tryAgain(): Promise<void> {
    try {
      await this.dataSource.initialize();
    } catch (error) {
      this.scheduleRetry(error);
      return;
    }
    this.logger.log('connected');
    if (this.closed) await this.close();
  }
}
