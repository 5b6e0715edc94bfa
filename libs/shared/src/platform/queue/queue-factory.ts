import { setImmediate } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { createPostgresBackend, Queue, Worker, type JobsOptions } from 'bullmq';
import type { Pool } from 'pg';
import { getLogMessage } from '../../kernel/error-message.js';
import { ConfigError } from '../config/env.js';
import { parseRedisUrl, type RedisAddress } from '../config/redis-address.js';
import { checkRedis } from './check-redis.js';
import { connectRedis, type RedisClient } from './connect-redis.js';
import { createQueuePool, waitForQueueSchema } from './queue-pool.js';
import { withTimeout } from '../../kernel/with-timeout.js';

/** The server of the queues. */
export abstract class QueueSettings {
  /** The URL of the Redis with the queues; `null` keeps them in PostgreSQL, so that the service needs only one server. */
  abstract readonly redisUrl: string | null;
  /** The PostgreSQL database without a pooler: LISTEN needs a connection of its own. */
  abstract readonly directUrl: string;
}

/** The number of jobs of a queue in each state. */
interface QueueCounts {
  readonly queue: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** The producer side of a queue. */
export interface JobQueue<T> {
  /** @throws if PostgreSQL cannot be reached. An outage of Redis is logged instead: the sweep finds the work. */
  add(data: T): Promise<void>;
}

/**
 * A job is a wake-up, never the record of the work: it may be lost, duplicated or late. Therefore jobs have no id (adding one
 * with the id of an ended job is silently ignored), are removed when they end, and attempts are counted in our own rows (two
 * crashes of a worker end a job as stalled, whatever `attempts` says).
 */
const defaultJobOptions: JobsOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

const workerOptions = { maxStalledCount: 1000, lockDuration: 10_000, stalledInterval: 5_000, drainDelay: 5 };

/** Milliseconds to wait until a wake-up is added. The sweep finds work whose wake-up was not added. */
const ADD_TIMEOUT_MS = 2_000;
/** Milliseconds to wait for jobs at a shutdown. The lock of an unfinished job expires, and the sweep finds its work. */
const JOBS_TIMEOUT_MS = 10_000;
/** Milliseconds to wait for closing. A server that is unreachable would be waited for. */
const CLOSE_TIMEOUT_MS = 1_000;
const RECHECK_MS = 10_000;
const COUNT_TIMEOUT_MS = 2_000;
const REPEAT_WARNING_MS = 10_000;

/** All states that occur: jobs that ended are removed at once. */
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** A queue or a worker. */
interface Closable {
  close(): Promise<void>;
}

/**
 * Creates the queues of a process and their workers, in PostgreSQL or Redis. In PostgreSQL they are created when its tables
 * exist, and share one pool.
 */
@Injectable()
export class QueueFactory implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('Queue');
  private readonly queues = new Map<string, Promise<Queue>>();
  private readonly workers: Promise<Closable>[] = [];
  private readonly activeJobs = new Set<Promise<void>>();
  private readonly redisOutage = new OutageLog('Redis', this.logger);
  private readonly address: RedisAddress | undefined;
  private readonly stopping = new AbortController();
  private redis: RedisClient | undefined;
  private pool: Pool | undefined;
  private hasSchema: Promise<boolean> | undefined;
  private recheckTimer: NodeJS.Timeout | undefined;

  constructor(private readonly settings: QueueSettings) {
    this.address = settings.redisUrl === null ? undefined : parseRedisUrl(settings.redisUrl);
  }

  /** @throws ConfigError if the Redis would evict keys */
  async onModuleInit(): Promise<void> {
    const refused = await this.checkRedisServer();
    if (refused !== undefined) throw new ConfigError([`REDIS_URL ${refused}`]);
  }

  getQueue<T>(name: string): JobQueue<T> {
    const opened = this.queues.get(name) ?? this.openQueue(name);
    this.queues.set(name, opened);
    return {
      add: async (data) => {
        const added = opened.then((queue) => queue.add(name, data));
        // It may fail after the time limit, when nobody waits for it any more.
        added.catch(() => undefined);
        const adding = withTimeout(ADD_TIMEOUT_MS, added, 'adding a job');
        await (this.address === undefined
          ? adding
          : adding.catch((error: unknown) => this.recordOutage(error)));
      },
    };
  }

  private async openQueue(name: string): Promise<Queue> {
    const queue =
      this.address === undefined
        ? new Queue(name, { connection: await this.getPool(), defaultJobOptions }, createPostgresBackend)
        : new Queue(name, { ...this.getRedisOptions(this.address, name), defaultJobOptions });
    queue.on('error', this.createWarningLogger(name));
    // From here on, the type of the backend does not matter.
    return queue as Queue;
  }

  /** Runs `handle` for each job. Work to retry after an error is recorded in our own rows, not in the queue. */
  startWorker<T>(name: string, handle: (data: T) => Promise<void>, concurrency: number): void {
    this.workers.push(this.openWorker(name, handle, { ...workerOptions, concurrency }));
  }

  private async openWorker<T>(
    name: string,
    handle: (data: T) => Promise<void>,
    options: typeof workerOptions & { readonly concurrency: number },
  ): Promise<Closable> {
    const run = async (job: { data: T }) => {
      const done = handle(job.data).finally(() => this.activeJobs.delete(done));
      this.activeJobs.add(done);
      await done;
    };
    const worker =
      this.address === undefined
        ? new Worker(name, run, { ...options, connection: await this.getPool() }, createPostgresBackend)
        : new Worker(name, run, { ...options, ...this.getRedisOptions(this.address, name) });
    worker.on('error', this.createWarningLogger(name));
    worker.on('failed', (_job: unknown, error: Error) => this.logger.error(`${name}: ${error.message}`));
    return worker;
  }

  /**
   * Returns the connections as soon as the tables of the queues exist. Waits for ever once the process stops: a worker that is
   * created then would ask the closed connections again and again, without a pause.
   */
  private async getPool(): Promise<Pool> {
    this.pool ??= createQueuePool(this.settings.directUrl);
    this.hasSchema ??= waitForQueueSchema(this.pool, this.logger, this.stopping.signal);
    if ((await this.hasSchema) && !this.stopping.signal.aborted) return this.pool;
    return new Promise<never>(() => undefined);
  }

  /** Returns a logger of errors that repeats the same error only after some time: a worker meets it on every attempt. */
  private createWarningLogger(name: string): (error: Error) => void {
    if (this.address !== undefined) return (error) => this.recordOutage(error);
    let [lastMessage, lastLoggedAt] = ['', Number.NEGATIVE_INFINITY];
    return ({ message }) => {
      const now = performance.now();
      if (message === lastMessage && now - lastLoggedAt < REPEAT_WARNING_MS) return;
      [lastMessage, lastLoggedAt] = [message, now];
      this.logger.warn(`${name}: ${message}`);
    };
  }

  private recordOutage(error: unknown): void {
    this.redisOutage.recordFailure(getLogMessage(error));
  }

  /** Counts the jobs in the queues that this process adds to. @throws if their server does not answer soon */
  async countJobs(): Promise<readonly QueueCounts[]> {
    const counted = [...this.queues].map(async ([queue, opened]) => ({
      queue,
      counts: await withTimeout(
        COUNT_TIMEOUT_MS,
        opened.then((sender) => sender.getJobCounts(...STATES)),
        'counting jobs',
      ),
    }));
    return Promise.all(counted);
  }

  /** Waits for the jobs in progress, which still need their connections. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.recheckTimer);
    const closed = this.closeAll(this.workers);
    await this.waitForShutdown(JOBS_TIMEOUT_MS, Promise.allSettled(this.activeJobs), 'the jobs in progress');
    await this.waitForShutdown(CLOSE_TIMEOUT_MS, closed, 'closing the workers');
  }

  async onApplicationShutdown(): Promise<void> {
    const closed = this.closeAll(this.queues.values()).then(() => this.pool?.end());
    await this.waitForShutdown(CLOSE_TIMEOUT_MS, closed, 'closing the queues');
    this.redis?.disconnect();
  }

  /** Closes what has been opened. What still waits for its tables is never opened. */
  private async closeAll(opening: Iterable<Promise<Closable>>): Promise<void> {
    this.stopping.abort();
    // What had its tables before is opened by now.
    await setImmediate();
    await Promise.all(
      Array.from(opening, async (each) => {
        const opened = await Promise.race([each, Promise.resolve()]);
        await opened?.close();
      }),
    );
  }

  private async waitForShutdown(
    milliseconds: number,
    work: Promise<unknown>,
    description: string,
  ): Promise<void> {
    await withTimeout(milliseconds, work, description).catch((error: unknown) =>
      this.logger.warn(`the shutdown does not wait any longer: ${getLogMessage(error)}`),
    );
  }

  /** In a cluster, all keys of a queue must be on one server; the part in braces decides on which. */
  private getRedisOptions(address: RedisAddress, name: string) {
    this.redis ??= connectRedis(address, true)
      .on('error', (error: Error) => this.recordOutage(error))
      .on('ready', () => this.redisOutage.recordSuccess());
    return { connection: this.redis, prefix: address.kind === 'cluster' ? `{bull:${name}}` : 'bull' };
  }

  /**
   * Returns why the Redis cannot be used. If it is unreachable, it is checked again later: accepting deliveries does not
   * depend on it.
   */
  private async checkRedisServer(): Promise<string | undefined> {
    if (this.address === undefined) return undefined;
    try {
      const { refused, warnings } = await checkRedis(this.address);
      for (const warning of warnings) this.logger.warn(warning);
      return refused;
    } catch (error) {
      this.recordOutage(error);
      this.recheckTimer = setTimeout(() => void this.recheckRedisServer(), RECHECK_MS).unref();
      return undefined;
    }
  }

  private async recheckRedisServer(): Promise<void> {
    const refused = await this.checkRedisServer();
    if (refused !== undefined) this.logger.error(`REDIS_URL ${refused}`);
  }
}

/** Milliseconds. */
const INTERVAL_MS = 60_000;

/**
 * Logs that a server is away: one line a minute, however many queues and calls fail, and one when it is back. A server that comes
 * and goes gets no more lines than one that stays away.
 */
export class OutageLog {
  private since: number | undefined;
  private lastLoggedAt = Number.NEGATIVE_INFINITY;
  private isLogged = false;

  constructor(
    private readonly server: string,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  recordFailure(reason: string): void {
    const now = performance.now();
    this.since ??= now;
    if (now - this.lastLoggedAt < INTERVAL_MS) return;
    this.lastLoggedAt = now;
    this.isLogged = true;
    this.logger.warn(`${this.server} cannot be reached, so workers look for work in the database: ${reason}`);
  }

  recordSuccess(): void {
    if (this.since === undefined) return;
    const seconds = Math.round((performance.now() - this.since) / 1_000);
    if (this.isLogged) this.logger.warn(`${this.server} can be reached again, after ${seconds} s`);
    this.since = undefined;
    this.isLogged = false;
  }
}
