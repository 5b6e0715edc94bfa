import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { getLogMessage } from '../../kernel/error-message.js';
import { isDatabaseUnavailable } from './database-unavailable.js';

const RETRY_MS = 1_000;

/**
 * Connects a DataSource at the start. A process that can do without the database starts nevertheless, and connects as soon as
 * possible.
 */
export class DataSourceConnector {
  private readonly logger = new Logger('Database');
  private timer: NodeJS.Timeout | undefined;
  private loggedReason: string | undefined;
  private isClosed = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly canStartWithoutDatabase: boolean,
  ) {}

  /**
   * Connects. Until it succeeds, uses of the DataSource fail as if the database were unavailable. @throws if the process
   * cannot start without the database
   */
  async connect(): Promise<DataSource> {
    try {
      await this.dataSource.initialize();
    } catch (error) {
      if (!this.canStartWithoutDatabase || !isDatabaseUnavailable(error)) throw error;
      this.scheduleRetry(error);
    }
    if (this.isClosed) await this.close();
    return this.dataSource;
  }

  /** The pool of its connections; `undefined` until it is connected. TypeORM's types do not have it. */
  get pool(): Pool | undefined {
    return (this.dataSource.driver as unknown as { readonly master?: Pool }).master;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** Retries after any error: a database that comes back may reject the password as long as it is being restored. */
  private scheduleRetry(error: unknown): void {
    const reason = getLogMessage(error);
    if (reason !== this.loggedReason)
      this.logger.warn(`no connection to the database, trying again: ${reason}`);
    this.loggedReason = reason;
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.retry(), RETRY_MS).unref();
  }

  private async retry(): Promise<void> {
    try {
      await this.dataSource.initialize();
    } catch (error) {
      this.scheduleRetry(error);
      return;
    }
    this.logger.log('connected to the database');
    if (this.isClosed) await this.close();
  }
}
