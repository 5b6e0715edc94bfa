import { createPostgresBackend, Queue } from 'bullmq';
import { Redis } from 'ioredis';

/** Direct access to the queues, for tests that add jobs themselves. */
export interface QueueClient {
  add(queue: string, data: object): Promise<void>;
  close(): Promise<void>;
}

export function openQueueClient(databaseUrl: string, redisUrl: string | undefined): QueueClient {
  const redis = redisUrl === undefined ? undefined : new Redis(redisUrl, { maxRetriesPerRequest: null });
  return {
    add: async (name, data) => {
      const queue = redis
        ? new Queue(name, { connection: redis })
        : new Queue(name, { connection: { connectionString: databaseUrl, max: 1 } }, createPostgresBackend);
      await queue.add(name, data, { removeOnComplete: true, removeOnFail: true });
      await queue.close();
    },
    close: async () => void redis?.disconnect(),
  };
}
