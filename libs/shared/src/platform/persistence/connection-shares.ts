import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { DomainShares } from '../../kernel/domain-shares.js';
import { readAnswer } from './answer-from-transaction.js';

/** Milliseconds that a change may wait for a connection. The locks of records are waited for as long. */
const MAX_WAIT_MS = 5_000;

const sharesByOwner = new WeakMap<object, DomainShares>();

/** Returns the places of a pool, of which there is one instance for each process and pool. */
function getShares(pool: object, places: number): DomainShares {
  const existing = sharesByOwner.get(pool);
  if (existing !== undefined) return existing;
  const shares = new DomainShares({ name: 'changes', places: Math.max(1, places), waitMs: MAX_WAIT_MS });
  sharesByOwner.set(pool, shares);
  return shares;
}

/**
 * Runs a transaction that changes records of a domain. The connections are shared between domains before one is taken: changes
 * of one record wait for each other, and would hold all connections meanwhile. One connection remains for reading by id.
 * @throws ERROR_RATE_LIMITED, ERROR_UNAVAILABLE if no connection becomes free in time
 */
export function inDomainTransaction<T>(
  dataSource: DataSource,
  domain_id: string,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const { poolSize = 1 } = dataSource.options;
  return getShares(dataSource, poolSize - 1).run(domain_id, () =>
    dataSource.transaction(async (manager) => {
      const result = await work(manager);
      await readAnswer(manager);
      return result;
    }),
  );
}

/** Runs work on a connection for accepting deliveries, which may wait for locks. Half of the connections remain for accepting. */
export function shareIngest<T>(pool: Pool, domain_id: string, work: () => Promise<T>): Promise<T> {
  return getShares(pool, Math.floor(pool.options.max / 2)).run(domain_id, work);
}
