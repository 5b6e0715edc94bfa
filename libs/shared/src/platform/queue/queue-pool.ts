import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import {
  assertSchemaCompatibility,
  DEFAULT_SCHEMA,
  LATEST_SCHEMA_VERSION,
  runMigrations,
  SchemaMigrationRequiredError,
} from 'bullmq';
import { Client, Pool, type ClientBase } from 'pg';
import { getLogMessage } from '../../kernel/error-message.js';
import { KEEP_ALIVE_OPTIONS, setResponseTimeout } from '../persistence/session-settings.js';

/** Milliseconds before a refused connection is reported. */
const REPORT_DELAY_MS = 500;

/**
 * Reports a refused connection only after a pause. BullMQ retries at once if the server answers but refuses, for example
 * because it is starting or has too many connections. Its pool would then try to connect a hundred times a second.
 */
class PacedClient extends Client {
  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: (error: never, client: Client) => void): Promise<Client> | void {
    if (callback === undefined) return super.connect();
    const report = callback as (error: Error | null, client: Client) => void;
    super.connect((error: Error | null) => {
      if (error) setTimeout(report, REPORT_DELAY_MS, error, this);
      else report(null, this);
    });
  }
}

/** The connections of a process: one for each worker, which listens, and four for all statements. */
const MAX_CONNECTIONS = 8;
/** Milliseconds without a response after which a statement fails. The statements of queues are small. */
const RESPONSE_TIMEOUT_MS = 30_000;
const SCHEMA_CHECK_INTERVAL_MS = 500;

/**
 * Commits do not wait for the disk: NOTIFY makes commits wait for each other, and the sweep finds work whose wake-up is lost in
 * a crash.
 */
const SESSION_OPTIONS = String.raw`-c search_path=${DEFAULT_SCHEMA} -c synchronous_commit=off -c default_transaction_read_only=off -c datestyle=ISO -c timezone=UTC -c default_transaction_isolation=read\ committed`;

/** Opens the connections of all queues and workers of a process. */
export function createQueuePool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    ...KEEP_ALIVE_OPTIONS,
    Client: PacedClient,
    onConnect: waitUntilUsable,
    options: SESSION_OPTIONS,
  });
  // Queues and workers report the errors, each with a listener of its own.
  pool.setMaxListeners(0).on('error', () => undefined);
  return pool;
}

/**
 * Delays handing out a new connection until the packet that reported it as ready has been read to its end. The packet may
 * also end the connection. The pool would hand it out nevertheless, and BullMQ would listen on it for ever.
 * @throws the error that ended the connection
 */
async function waitUntilUsable(client: ClientBase): Promise<void> {
  setResponseTimeout(client, RESPONSE_TIMEOUT_MS);
  await new Promise<void>((resolve, reject) => {
    client.once('error', reject);
    setImmediate(() => {
      client.off('error', reject);
      resolve();
    });
  });
}

/**
 * Waits until the server can be reached and the tables of the queues exist: BullMQ checks that once, and never again. Logs a
 * reason once.
 * @returns whether that happened before `signal` was aborted
 */
export async function waitForQueueSchema(
  pool: Pool,
  logger: Pick<Logger, 'warn'>,
  signal: AbortSignal,
): Promise<boolean> {
  let loggedReason: string | undefined;
  while (!signal.aborted) {
    try {
      await assertSchemaCompatibility(pool);
      return !signal.aborted;
    } catch (error) {
      const reason = getLogMessage(error);
      if (reason !== loggedReason) logger.warn(`waiting for the queues: ${reason}`);
      loggedReason = reason;
      // The timer does not keep a process alive that stops.
      await sleep(SCHEMA_CHECK_INTERVAL_MS, undefined, { ref: false });
    }
  }
  return false;
}

/**
 * Whether the tables of the queues exist in the version of this release or a newer one. @throws if the database cannot be
 * asked
 */
export async function isQueueSchemaCurrent(pool: Pool): Promise<boolean> {
  try {
    return (await assertSchemaCompatibility(pool)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return false;
    throw error;
  }
}

/** Creates or upgrades the tables of the queues. @throws if the server cannot be reached */
export async function migrateQueues(connectionString: string): Promise<void> {
  // Without a limit of silence: waiting for a lock on a table may take any time.
  const client = new Client({ connectionString, ...KEEP_ALIVE_OPTIONS, options: SESSION_OPTIONS });
  // The statement that fails reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
