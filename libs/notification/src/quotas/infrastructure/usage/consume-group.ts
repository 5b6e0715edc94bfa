import type { Pool } from 'pg';
import type { Clock } from '#shared/kernel/clock.js';
import type { DomainError } from '#shared/kernel/domain-error.js';
import { consumeWithin, holdProtocols } from '../../../persistence/usage/consume-within.js';
import type { ConsumptionOutcome, ConsumptionRequest } from '../../domain/consumption.js';
import type { QuotaLimit } from '../../domain/quota-limit.js';

/** A process that stands still keeps the others no longer than this from the protocols it holds. */
const PATIENCE_MS = 5_000;

/** The commit was sent and its answer never came: it may have happened or not. */
export class CommitUnknownError extends Error {}

/**
 * Decides and stores a group in one transaction. It holds its protocols from before their usage is read until it has
 * committed, so nobody decides on figures that are about to change, whichever day another clock may say it is.
 */
export async function consumeGroup(
  pool: Pool,
  requests: readonly ConsumptionRequest[],
  clock: Clock,
  defaultLimit: QuotaLimit,
): Promise<readonly (ConsumptionOutcome | DomainError)[]> {
  const client = await pool.connect();
  let step: 'before commit' | 'commit' | 'done' = 'before commit';
  try {
    // One text, because only so the statements travel at once.
    await client.query(
      `begin; set local lock_timeout = ${PATIENCE_MS};
       set local idle_in_transaction_session_timeout = ${PATIENCE_MS};
       ${holdProtocols(requests)}`,
    );
    const outcomes = await consumeWithin(client, requests, clock, defaultLimit);
    step = 'commit';
    await client.query('commit');
    step = 'done';
    return outcomes;
  } catch (error) {
    throw step === 'commit' ? new CommitUnknownError('the commit got no answer', { cause: error }) : error;
  } finally {
    // A connection in the middle of a transaction is of no use to anybody.
    client.release(step !== 'done');
  }
}
