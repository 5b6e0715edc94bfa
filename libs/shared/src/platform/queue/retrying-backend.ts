import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  assertSchemaCompatibility,
  PostgresConnection,
  PostgresQueueBackend,
  type BackendFactory,
  type PostgresConnectionOptions,
} from 'bullmq';
import { getLogMessage } from '../../kernel/error-message.js';

/** Milliseconds between attempts to connect: the first and the longest pause. */
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;

/**
 * BullMQ's connection does not retry if its server or tables are missing at the first attempt. This one waits for them
 * without a limit, and logs the reason once.
 */
class RetryingConnection extends PostgresConnection {
  private ready: Promise<void> | undefined;

  override waitUntilReady(): Promise<void> {
    this.ready ??= this.retryUntilReady();
    return this.ready;
  }

  private async retryUntilReady(): Promise<void> {
    let loggedReason: string | undefined;
    for (let pause = MIN_PAUSE_MS; !this.isClosing; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        await assertSchemaCompatibility(this.pool, this.schema);
        break;
      } catch (error) {
        const reason = getLogMessage(error);
        if (reason !== loggedReason) new Logger('Queue').warn(`waiting for the queues: ${reason}`);
        loggedReason = reason;
        // The timer does not keep a process alive that stops.
        await sleep(pause, undefined, { ref: false });
      }
    }
    setImmediate(() => this.emit('ready'));
  }
}

/** As `createPostgresBackend`, but with a {@link RetryingConnection}, which cannot be passed to that function. */
export const createRetryingBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection } = {},
) => {
  const connection = new RetryingConnection(options.connection);
  // Bull Board finds workers by this name.
  return new PostgresQueueBackend(connection, name, options, true, withBlockingConnection ? name : undefined);
};
