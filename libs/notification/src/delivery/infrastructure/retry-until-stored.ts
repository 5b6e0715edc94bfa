import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';

/** Milliseconds. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;

const logger = new Logger('Notifications');

/**
 * Runs a transaction that only this process can run. Repeats it, until the process ends, after a deadlock, a serialization
 * failure or while PostgreSQL is unavailable. The transaction must be idempotent.
 */
export async function retryUntilStored<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let pause = MIN_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (pool.ended || !isDatabaseUnavailable(error)) throw error;
      logger.warn(`outcomes of attempts were not stored, and are tried again: ${getLogMessage(error)}`);
      // The timer does not keep the process alive.
      await sleep(pause, undefined, { ref: false });
    }
  }
}
