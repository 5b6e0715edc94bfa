import { Worker, type Processor, type WorkerOptions } from 'bullmq';
import { Pool, type ClientBase } from 'pg';
import { createPatientBackend } from './patient-backend.js';
import { PacedClient } from './paced-client.js';
import { ASKS_WHETHER_THERE, endWhenSilent } from '../persistence/vanished-server.js';

/** The schema of BullMQ's tables, which is its default. */
const SCHEMA = 'bullmq';

/** Milliseconds without a word from the server, after which what it was asked has failed: its statements are small. */
const SILENCE = 30_000;

/**
 * Few connections per queue, or the queues alone would use up what the server gives. Their commits need not reach
 * the disk: NOTIFY makes commits wait for each other, and a wake-up lost in a crash is found by the sweep.
 */
export function postgresQueues(connectionString: string) {
  return {
    connectionString,
    max: 2,
    ...ASKS_WHETHER_THERE,
    onConnect: attend,
    options: String.raw`-c synchronous_commit=off -c default_transaction_read_only=off -c datestyle=ISO -c timezone=UTC -c default_transaction_isolation=read\ committed`,
  };
}

/**
 * The packet that says a connection is ready may end it as well. A pool hands it out all the same, and BullMQ then would
 * listen on it for ever: so it is handed out once what came with that packet is known.
 * @throws what ended it
 */
async function attend(client: ClientBase): Promise<void> {
  endWhenSilent(client, SILENCE);
  await new Promise<void>((resolve, reject) => {
    client.once('error', reject);
    setImmediate(() => {
      client.off('error', reject);
      resolve();
    });
  });
}

/**
 * A worker with a pool of its own, which ends with it. Given an address instead, BullMQ opens the connection on which it
 * listens by itself, and attends to its errors only a moment after it is there: a server that ends it in that moment ends
 * the process. A connection of this pool is attended to from its first moment.
 */
export function postgresWorker<T = unknown>(
  directUrl: string,
  name: string,
  processor: Processor<T, void> | null,
  options: Omit<WorkerOptions, 'connection'>,
  backend = createPatientBackend,
) {
  const settings = postgresQueues(directUrl);
  // One more, for the connection that listens. Of a pool that is given BullMQ does not set the schema.
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
