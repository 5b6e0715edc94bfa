import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  assertSchemaCompatibility,
  PostgresConnection,
  PostgresQueueBackend,
  type BackendFactory,
  type PostgresConnectionOptions,
} from 'bullmq';
import { messageOf } from '../../kernel/message-of.js';

/** Milliseconds between attempts to connect: the first and the longest pause. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2_000;

/**
 * BullMQ's connection does not retry if its server or tables are missing at the first attempt. This one waits for them
 * without a limit, and logs the reason once.
 */
class PatientConnection extends PostgresConnection {
  private ready: Promise<void> | undefined;

  override waitUntilReady(): Promise<void> {
    this.ready ??= this.untilReady();
    return this.ready;
  }

  private async untilReady(): Promise<void> {
    let told: string | undefined;
    for (let pause = FIRST_PAUSE; !this.isClosing; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        await assertSchemaCompatibility(this.pool, this.schema);
        break;
      } catch (error) {
        const reason = messageOf(error);
        if (reason !== told) new Logger('Queue').warn(`waiting for the queues: ${reason}`);
        told = reason;
        // The timer does not keep a process alive that stops.
        await sleep(pause, undefined, { ref: false });
      }
    }
    setImmediate(() => this.emit('ready'));
  }
}

/** As `createPostgresBackend`, but with a {@link PatientConnection}, which cannot be passed to that function. */
export const createPatientBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection } = {},
) => {
  const connection = new PatientConnection(options.connection);
  // Bull Board finds workers by this name.
  return new PostgresQueueBackend(connection, name, options, true, withBlockingConnection ? name : undefined);
};
