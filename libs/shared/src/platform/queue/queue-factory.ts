import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { createPostgresBackend, Queue, Worker, type JobsOptions } from 'bullmq';

/** Where the queues live. */
export abstract class QueueSettings {
  /** Redis instead of PostgreSQL; `null` keeps the queues in PostgreSQL, so that the service needs one server. */
  abstract readonly redisUrl: string | null;
  /** A PostgreSQL URL past any pooler: LISTEN needs a connection of its own. */
  abstract readonly directUrl: string;
}

/** The sending end of a queue. */
export interface JobQueue<T> {
  /** @throws when the queue's server cannot be reached. */
  add(data: T): Promise<void>;
}

/**
 * A job is a wake-up and never the record of what there is to do: it may be lost, doubled or late. So jobs have no
 * id (adding one that ended before is ignored without a word), are removed when they end, and attempts are counted
 * in our own rows (two kills of a worker end a job as stalled, whatever `attempts` says).
 */
const defaultJobOptions: JobsOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

const workerOptions = { maxStalledCount: 1000, lockDuration: 10_000, stalledInterval: 5_000, drainDelay: 5 };

@Injectable()
export class QueueFactory implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('Queue');
  private readonly senders: { close(): Promise<void> }[] = [];
  private readonly workers: { close(): Promise<void> }[] = [];

  constructor(@Inject(QueueSettings) private readonly settings: QueueSettings) {}

  queue<T>(name: string): JobQueue<T> {
    const { redisUrl, directUrl } = this.settings;
    const queue =
      redisUrl === null
        ? new Queue(name, { connection: postgres(directUrl), defaultJobOptions }, createPostgresBackend)
        : new Queue(name, { connection: redis(redisUrl), defaultJobOptions });
    queue.on('error', (error: Error) => this.logger.warn(`${name}: ${error.message}`));
    this.senders.push(queue);
    return { add: async (data) => void (await queue.add(name, data)) };
  }

  /** Runs `handle` for each job. What is to be tried again after an error is said in our own rows, not here. */
  work<T>(name: string, handle: (data: T) => Promise<void>, concurrency: number): void {
    const { redisUrl, directUrl } = this.settings;
    const run = (job: { data: T }) => handle(job.data);
    const options = { ...workerOptions, concurrency };
    const worker =
      redisUrl === null
        ? new Worker(name, run, { ...options, connection: postgres(directUrl) }, createPostgresBackend)
        : new Worker(name, run, { ...options, connection: redis(redisUrl) });
    worker.on('error', (error: Error) => this.logger.warn(`${name}: ${error.message}`));
    worker.on('failed', (_job: unknown, error: Error) => this.logger.error(`${name}: ${error.message}`));
    this.workers.push(worker);
  }

  /** Waits for the jobs under way, which still need their connections. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.senders.map((queue) => queue.close()));
  }
}

/** Makes or upgrades the tables of the queues. @throws when the server cannot be reached. */
export async function migrateQueues(url: string): Promise<void> {
  const queue = new Queue(
    'migration',
    { connection: { ...postgres(url), migrate: true } },
    createPostgresBackend,
  );
  try {
    await queue.waitUntilReady();
  } finally {
    await queue.close();
  }
}

/**
 * Few connections per queue, or the queues alone would use up what the server gives. Their commits need not reach
 * the disk: NOTIFY makes commits wait for each other, and a wake-up lost in a crash is found by the sweep.
 */
function postgres(connectionString: string) {
  return { connectionString, max: 2, keepAlive: true, options: '-c synchronous_commit=off' };
}

function redis(url: string) {
  return { url, maxRetriesPerRequest: null };
}
