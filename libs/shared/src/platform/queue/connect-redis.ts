import { Cluster, Redis } from 'ioredis';
import type { RedisAddress } from '../config/redis-address.js';

export type RedisClient = Redis | Cluster;

/**
 * @param patient whether commands wait for an unreachable server, as the queues need it; otherwise they fail at once, and the
 * client does not retry
 */
export function connectRedis(address: RedisAddress, patient: boolean): RedisClient {
  const { kind, nodes, master, username, password, sentinelPassword, db, tls } = address;
  const secure = tls ? { tls: {} } : {};
  const account = { username, password, ...secure, ...(patient ? {} : { connectTimeout: 3_000 }) };
  const never = () => null;
  if (kind === 'cluster') {
    return new Cluster([...nodes], {
      // Certificates contain host names, so the names must not be resolved before.
      ...(tls
        ? { dnsLookup: (name: string, done: (error: null, name: string) => void) => done(null, name) }
        : {}),
      redisOptions: { ...account, maxRetriesPerRequest: patient ? null : 1 },
      ...(patient ? {} : { clusterRetryStrategy: never, lazyConnect: true }),
    });
  }
  const options = {
    ...account,
    db,
    maxRetriesPerRequest: patient ? null : 1,
    ...(patient ? {} : { retryStrategy: never, sentinelRetryStrategy: never, lazyConnect: true }),
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
