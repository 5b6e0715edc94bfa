import { randomUUID } from 'node:crypto';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { Pool } from 'pg';
import { createQueuePool } from './queue-pool.js';
import { withTimeout } from '../../kernel/with-timeout.js';

/** Milliseconds for each check. */
const TIMEOUT_MS = 5_000;
/** Milliseconds to wait for closing. A server that is unreachable would be waited for. */
const CLOSE_TIMEOUT_MS = 1_000;

/** The oldest job of a queue that has not been taken yet. */
export interface OldestJob {
  readonly queue: string;
  readonly since: Date;
}

/**
 * Adds a job to a queue of its own and takes it, and finds the longest waiting job in each of `names`.
 * @throws if any of this fails
 */
export async function checkPostgresQueues(
  directUrl: string,
  names: readonly string[],
): Promise<readonly OldestJob[]> {
  const pool = createQueuePool(directUrl);
  try {
    await withTimeout(TIMEOUT_MS, probeQueue(pool), 'adding and taking a job');
    const found: OldestJob[] = [];
    for (const queue of names) {
      const since = await withTimeout(TIMEOUT_MS, findOldestJob(pool, queue), `reading the queue ${queue}`);
      if (since !== undefined) found.push({ queue, since });
    }
    return found;
  } finally {
    await withTimeout(CLOSE_TIMEOUT_MS, pool.end(), 'closing the queues').catch(() => undefined);
  }
}

async function probeQueue(pool: Pool): Promise<void> {
  // A separate queue for each check, so that concurrent checks do not take each other's jobs.
  const name = `check-${randomUUID()}`;
  const queue = openQueue(pool, name);
  const worker = new Worker(name, null, { autorun: false, connection: pool }, createPostgresBackend);
  // The call that fails reports the error.
  worker.on('error', () => undefined);
  try {
    // A worker that is closed earlier would take a connection afterwards, which nobody returns.
    await worker.waitUntilReady();
    const { id } = await queue.add('check', {});
    try {
      const token = randomUUID();
      const job = await worker.getNextJob(token, { block: false });
      if (job === undefined || job.id !== id) throw new Error('a job that was added could not be taken');
      await job.moveToCompleted(undefined, token, false);
    } finally {
      await queue.obliterate({ force: true });
    }
  } finally {
    await Promise.allSettled([worker.close(), queue.close()]);
  }
}

async function findOldestJob(pool: Pool, name: string): Promise<Date | undefined> {
  const queue = openQueue(pool, name);
  try {
    const [job] = await queue.getWaiting(0, 0);
    return job && new Date(job.timestamp);
  } finally {
    await queue.close();
  }
}

function openQueue(pool: Pool, name: string) {
  // Without writing the options of the queue: nobody waits for that, and it may come after the queue has been removed.
  const queue = new Queue(name, { connection: pool, skipMetasUpdate: true }, createPostgresBackend);
  queue.on('error', () => undefined);
  return queue;
}
