import { hash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#shared/kernel/clock.js';
import type { DomainError } from '#shared/kernel/domain-error.js';
import type { ConsumptionOutcome, ConsumptionRequest } from '../../domain/consumption.js';
import { decideConsumptions, protocolKey } from '../../domain/decide-consumptions.js';
import type { QuotaLimit } from '../../domain/quota-limit.js';
import { dayOf } from '../../domain/utc-window.js';
import { protocolStates } from './protocol-states.js';
import { consumptionsOf, storeDecision } from './stored-consumptions.js';

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
  const protocols = new Map(requests.map((request) => [protocolKey(request), request]));
  const client = await pool.connect();
  let step: 'before commit' | 'commit' | 'done' = 'before commit';
  try {
    await beginHolding(client, [...protocols.keys()]);
    // Only now: whoever waited over midnight consumes on the new day.
    const now = clock.now();
    const day = dayOf(now);
    const states = await protocolStates(client, [...protocols.values()], day, defaultLimit);
    const kept = await consumptionsOf(client, requests, now);
    const decision = decideConsumptions(requests, states, kept, now);
    await storeDecision(client, decision, day);
    step = 'commit';
    await client.query('commit');
    step = 'done';
    return decision.outcomes;
  } catch (error) {
    throw step === 'commit' ? new CommitUnknownError('the commit got no answer', { cause: error }) : error;
  } finally {
    // A connection in the middle of a transaction is of no use to anybody.
    client.release(step !== 'done');
  }
}

/**
 * Locks of the transaction, in one order everywhere. The statement after it sees all that former holders committed,
 * which a row that is locked and read in the same statement would not give. The numbers are written into the text,
 * because only so both statements travel at once.
 */
async function beginHolding(client: ClientBase, protocols: readonly string[]): Promise<void> {
  const locks = protocols
    .map((protocol) => hash('sha256', `quota ${protocol}`, 'buffer').readBigInt64BE())
    .toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  await client.query(
    `begin; set local lock_timeout = ${PATIENCE_MS};
     set local idle_in_transaction_session_timeout = ${PATIENCE_MS};
     select count(pg_advisory_xact_lock(h)::text) from unnest('{${locks.join()}}'::bigint[]) as h`,
  );
}
