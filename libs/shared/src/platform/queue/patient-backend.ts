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

/** Milliseconds between tries to connect, the first and the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2_000;

/**
 * BullMQ's connection never tries again when its server or its tables were not there the first time. This one waits for
 * them, however long it takes, and logs the reason once.
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
        // A process that stops does not wait for it.
        await sleep(pause, undefined, { ref: false });
      }
    }
    setImmediate(() => this.emit('ready'));
  }
}

/** As `createPostgresBackend`, which has no other way to give it a connection. */
export const createPatientBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection } = {},
) => {
  const connection = new PatientConnection(options.connection);
  // The name by which Bull Board finds workers.
  return new PostgresQueueBackend(connection, name, options, true, withBlockingConnection ? name : undefined);
};
