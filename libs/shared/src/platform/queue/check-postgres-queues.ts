import { createPostgresBackend, Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { postgresQueues, postgresWorker } from './postgres-queues.js';
import { withTimeout } from '../with-timeout.js';

/** Milliseconds for each check. */
const TIMEOUT = 5_000;

/** The oldest job of a queue that has not been taken yet. */
export interface WaitingSince {
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
): Promise<readonly WaitingSince[]> {
  await addAndTake(directUrl);
  const found: WaitingSince[] = [];
  for (const queue of names) {
    const since = await oldestOf(directUrl, queue);
    if (since !== undefined) found.push({ queue, since });
  }
  return found;
}

async function addAndTake(directUrl: string): Promise<void> {
  // A separate queue for each check, so that concurrent checks do not take each other's jobs.
  const name = `check-${randomUUID()}`;
  const queue = open(directUrl, name);
  const worker = postgresWorker(directUrl, name, null, { autorun: false }, createPostgresBackend);
  // The call that fails reports the error.
  worker.on('error', () => undefined);
  const exchange = async (): Promise<void> => {
    // A worker that is closed earlier would open a connection afterwards, which nobody closes.
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
  };
  await ending([worker, queue], withTimeout(TIMEOUT, exchange(), 'adding and taking a job'));
}

async function oldestOf(directUrl: string, name: string): Promise<Date | undefined> {
  const queue = open(directUrl, name);
  const read = withTimeout(TIMEOUT, queue.getWaiting(0, 0), `reading the queue ${name}`);
  const [job] = await ending([queue], read);
  return job && new Date(job.timestamp);
}

function open(directUrl: string, name: string) {
  const queue = new Queue(name, { connection: postgresQueues(directUrl) }, createPostgresBackend);
  queue.on('error', () => undefined);
  return queue;
}

/** Closes the queues after the work. Closing would wait for a server that is unreachable, so it gets a time limit. */
async function ending<T>(ends: readonly { close(): Promise<void> }[], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    const closed = Promise.allSettled(ends.map((end) => end.close()));
    await withTimeout(1_000, closed, 'closing the queues').catch(() => undefined);
  }
}
