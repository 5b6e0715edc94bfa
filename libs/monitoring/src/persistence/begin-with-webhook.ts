import pg, { type ClientBase, type Pool, type PoolClient } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { END_WHEN_IDLE, inTransaction } from '#shared/platform/persistence/in-transaction.js';
import type { DeliveryTarget } from '../intake/application/ports/delivery-log.js';
import { advisoryLockOf, LOCK_FEED } from './lock-cursor.js';

/** Somebody waits for the answer; a batch of processing takes well under a second. */
const BEGIN = `
  begin;
  set local lock_timeout = '5s';
  set local ${END_WHEN_IDLE};
  set local statement_timeout = '30s'`;
/** On several machines the one that has the webhook's row must know as well how long is waited for it. */
const BEGIN_APART = BEGIN.replace('begin;', `begin; set local citus.propagate_set_commands = 'local';`);
const LOCK_NOT_AVAILABLE = '55P03';
/** Seconds. */
const RESTORED_AFTER = 60;

/** The row of the webhook before any other, as everybody does who writes of it. */
export async function beginWith(client: ClientBase, { uuid, domain_id }: DeliveryTarget): Promise<void> {
  await client.query((await isDistributed(client)) ? BEGIN_APART : `${BEGIN}; ${LOCK_FEED}`);
  await client.query(`select pg_advisory_xact_lock(${advisoryLockOf('$1')})`, [uuid]);
  const { rowCount } = await client.query(
    `select from webhook_cursor where webhook_id = $1 and domain_id = $2 for no key update`,
    [uuid, domain_id],
  );
  // Lost in a restore of some tables only, it comes back within the hour.
  if (rowCount === 0) throw DomainError.unavailable('The webhook is being restored', RESTORED_AFTER);
}

/** A transaction that waits for the webhook's lock, as a caller waits for the result. @throws ERROR_UNAVAILABLE */
export async function inTransactionWith<T>(
  pool: Pool,
  webhook: DeliveryTarget,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(pool, work, { begin: (client) => beginWith(client, webhook) });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)
      throw DomainError.unavailable('The webhook is being processed', 1, error);
    throw error;
  }
}
