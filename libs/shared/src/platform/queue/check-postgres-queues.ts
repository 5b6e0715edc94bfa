import { createPostgresBackend, Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { getQueueConnectionOptions, createPostgresWorker } from './postgres-queues.js';
import { withTimeout } from '../with-timeout.js';

/** Milliseconds for each check. */
const TIMEOUT_MS = 5_000;

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
  await probeQueue(directUrl);
  const found: OldestJob[] = [];
  for (const queue of names) {
    const since = await findOldestJob(directUrl, queue);
    if (since !== undefined) found.push({ queue, since });
  }
  return found;
}

async function probeQueue(directUrl: string): Promise<void> {
  // A separate queue for each check, so that concurrent checks do not take each other's jobs.
  const name = `check-${randomUUID()}`;
  const queue = openQueue(directUrl, name);
  const worker = createPostgresWorker(directUrl, name, null, { autorun: false }, createPostgresBackend);
  // The call that fails reports the error.
  worker.on('error', () => undefined);
  const roundTrip = async (): Promise<void> => {
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
  await closeAfter([worker, queue], withTimeout(TIMEOUT_MS, roundTrip(), 'adding and taking a job'));
}

async function findOldestJob(directUrl: string, name: string): Promise<Date | undefined> {
  const queue = openQueue(directUrl, name);
  const read = withTimeout(TIMEOUT_MS, queue.getWaiting(0, 0), `reading the queue ${name}`);
  const [job] = await closeAfter([queue], read);
  return job && new Date(job.timestamp);
}

function openQueue(directUrl: string, name: string) {
  const queue = new Queue(name, { connection: getQueueConnectionOptions(directUrl) }, createPostgresBackend);
  queue.on('error', () => undefined);
  return queue;
}

/** Closes the queues after the work. Closing would wait for a server that is unreachable, so it gets a time limit. */
async function closeAfter<T>(resources: readonly { close(): Promise<void> }[], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    const closed = Promise.allSettled(resources.map((end) => end.close()));
    await withTimeout(1_000, closed, 'closing the queues').catch(() => undefined);
  }
}
