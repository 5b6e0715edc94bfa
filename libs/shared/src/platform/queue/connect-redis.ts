import { Cluster, Redis } from 'ioredis';
import type { RedisAddress } from '../config/redis-address.js';

export type RedisClient = Redis | Cluster;

/**
 * @param waitsForServer whether commands wait for an unreachable server, as the queues need it; otherwise they fail at once, and the
 * client does not retry
 */
export function connectRedis(address: RedisAddress, waitsForServer: boolean): RedisClient {
  const { kind, nodes, master, username, password, sentinelPassword, db, tls } = address;
  const secure = tls ? { tls: {} } : {};
  const credentials = { username, password, ...secure, ...(waitsForServer ? {} : { connectTimeout: 3_000 }) };
  const noRetry = () => null;
  if (kind === 'cluster') {
    return new Cluster([...nodes], {
      // Certificates contain host names, so the names must not be resolved before.
      ...(tls
        ? { dnsLookup: (name: string, done: (error: null, name: string) => void) => done(null, name) }
        : {}),
      redisOptions: { ...credentials, maxRetriesPerRequest: waitsForServer ? null : 1 },
      ...(waitsForServer ? {} : { clusterRetryStrategy: noRetry, lazyConnect: true }),
    });
  }
  const options = {
    ...credentials,
    db,
    maxRetriesPerRequest: waitsForServer ? null : 1,
    ...(waitsForServer ? {} : { retryStrategy: noRetry, sentinelRetryStrategy: noRetry, lazyConnect: true }),
  };
  if (kind === 'single') return new Redis({ ...options, ...nodes[0] });
  return new Redis({
    ...options,
    sentinels: [...nodes],
    name: master,
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  });
}
