import type { Pool } from 'pg';
import type { DomainError } from '#shared/kernel/domain-error.js';
import { consumeInTransaction, buildLockSql } from '../../../persistence/usage/consume-in-transaction.js';
import type { QuotaClock } from '../../../persistence/usage/quota-clock.js';
import type { ConsumptionOutcome, ConsumptionRequest } from '../../domain/consumption.js';
import type { DefaultQuota } from '../../domain/default-quota.js';

/** The longest time that a process which stands still blocks the protocols it has locked. */
const LOCK_TIMEOUT_MS = 5_000;

/** The commit was sent but not answered. It may have succeeded or not. */
export class CommitUnknownError extends Error {}

/**
 * Decides and stores a group of consumptions in one transaction. Its protocols are locked before their usage is read, until
 * the commit. So no decision uses figures that are about to change, and no process decides by another day.
 */
export async function consumeGroup(
  pool: Pool,
  requests: readonly ConsumptionRequest[],
  clock: QuotaClock,
  defaultQuota: DefaultQuota,
): Promise<readonly (ConsumptionOutcome | DomainError)[]> {
  const client = await pool.connect();
  let step: 'before commit' | 'commit' | 'done' = 'before commit';
  try {
    // One text, so that the statements are sent in one round trip.
    await client.query(
      `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS};
       set local idle_in_transaction_session_timeout = ${LOCK_TIMEOUT_MS};
       ${buildLockSql(requests)}`,
    );
    const outcomes = await consumeInTransaction(client, requests, clock, defaultQuota);
    step = 'commit';
    await client.query('commit');
    step = 'done';
    return outcomes;
  } catch (error) {
    throw step === 'commit' ? new CommitUnknownError('the commit got no answer', { cause: error }) : error;
  } finally {
    // A connection inside a transaction cannot be used again.
    client.release(step !== 'done');
  }
}
