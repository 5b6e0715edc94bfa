import { Worker, type Processor, type WorkerOptions } from 'bullmq';
import { Pool, type ClientBase } from 'pg';
import { createRetryingBackend } from './retrying-backend.js';
import { PacedClient } from './paced-client.js';
import { KEEP_ALIVE_OPTIONS, setResponseTimeout } from '../persistence/response-timeout.js';

/** The schema of BullMQ's tables, which is its default. */
const SCHEMA = 'bullmq';

/** Milliseconds without a response after which a statement fails. The statements of queues are small. */
const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * Returns the connection settings of a queue. Each queue has few connections, or the queues alone would use up those of the
 * server. Commits do not wait for the disk: NOTIFY makes commits wait for each other, and the sweep finds work whose wake-up
 * is lost in a crash.
 */
export function getQueueConnectionOptions(connectionString: string) {
  return {
    connectionString,
    max: 2,
    ...KEEP_ALIVE_OPTIONS,
    onConnect: waitUntilReady,
    options: String.raw`-c synchronous_commit=off -c default_transaction_read_only=off -c datestyle=ISO -c timezone=UTC -c default_transaction_isolation=read\ committed`,
  };
}

/**
 * Delays handing out a new connection until the packet that reported it as ready has been read to its end. The packet may
 * also end the connection. The pool would hand it out nevertheless, and BullMQ would listen on it for ever.
 * @throws the error that ended the connection
 */
async function waitUntilReady(client: ClientBase): Promise<void> {
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
 * Returns a worker with its own pool, which ends with it. With only an address, BullMQ opens the listening connection itself
 * and handles its errors only a moment later: a server that closes it in that moment ends the process. Errors on connections
 * of this pool are handled from the first moment.
 */
export function createPostgresWorker<T = unknown>(
  directUrl: string,
  name: string,
  processor: Processor<T, void> | null,
  options: Omit<WorkerOptions, 'connection'>,
  backend = createRetryingBackend,
) {
  const settings = getQueueConnectionOptions(directUrl);
  // One more connection, which listens. BullMQ does not set the schema of a pool that it is given.
  const pool = new Pool({
    ...settings,
    max: settings.max + 1,
    Client: PacedClient,
    options: `${settings.options} -c search_path=${SCHEMA}`,
  });
  const worker = new Worker(name, processor, { ...options, connection: pool }, backend);
  worker.on('closed', () => void pool.end());
  return worker;
}
