import { randomUUID } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';
import { getErrorMessage } from '../../kernel/error-message.js';
import type { RedisAddress } from '../config/redis-address.js';
import { connectRedis } from './connect-redis.js';

export interface RedisCheck {
  /** Why the Redis must not hold queues. */
  readonly refused: string | undefined;
  readonly warnings: readonly string[];
  /** Why nothing can be written at present. */
  readonly unwritable: string | undefined;
}

/** Checks whether a Redis may hold queues. @throws if it cannot be reached */
export async function checkRedis(address: RedisAddress): Promise<RedisCheck> {
  const client = connectRedis(address, false);
  let cause: Error | undefined;
  client.on('error', (error: Error) => (cause = error));
  try {
    await client.connect();
    const servers = client instanceof Cluster ? client.nodes('master') : [client];
    const checks = await Promise.all(servers.map(checkServer));
    const unwritable = checks.find((each) => each.unwritable !== undefined)?.unwritable;
    return {
      refused: checks.find(({ refused }) => refused !== undefined)?.refused,
      warnings: [...new Set(checks.flatMap(({ warnings }) => warnings))],
      unwritable: unwritable ?? (await probeWrite(client)),
    };
  } catch (error) {
    // The error that the client throws says only that it gave up.
    throw cause ?? error;
  } finally {
    client.disconnect();
  }
}

async function checkServer(server: Redis): Promise<RedisCheck> {
  const info = await server.info();
  const getInfo = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1];
  const policy = getInfo('maxmemory_policy');
  const maxMemory = Number(getInfo('maxmemory'));
  const isFull = maxMemory > 0 && Number(getInfo('used_memory')) >= maxMemory;
  const isPersistent = getInfo('aof_enabled') === '1' || (await savesSnapshots(server));
  return {
    refused:
      policy === 'noeviction'
        ? undefined
        : `leads to a Redis that drops keys when its memory is full (maxmemory-policy ${policy}): set it to noeviction, or give the queues a Redis of their own`,
    unwritable: isFull ? `its memory is full (maxmemory ${getInfo('maxmemory_human')})` : undefined,
    warnings: isPersistent
      ? []
      : [
          'Redis keeps nothing on disk (neither appendonly nor save): no data is lost, but after a restart of Redis ' +
            'work waits for the sweep',
        ],
  };
}

/** Writes a key for a moment. Returns the error, such as that of a replica, of full memory or of a full disk. */
async function probeWrite(client: Redis | Cluster): Promise<string | undefined> {
  try {
    await client.set(`bull:check:${randomUUID()}`, '', 'PX', 1000);
    return undefined;
  } catch (error) {
    return getErrorMessage(error);
  }
}

/** If a provider does not permit reading the settings, they are assumed to be right. */
async function savesSnapshots(server: Redis): Promise<boolean> {
  try {
    const [, save] = (await server.config('GET', 'save')) as string[];
    return save !== '';
  } catch {
    return true;
  }
}
