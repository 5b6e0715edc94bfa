import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { cleanTexts } from '#shared/kernel/clean-text.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import type { Json } from '#shared/kernel/json.js';
import {
  encodeTimes,
  encodeUuids,
  encodeIntegers,
  encodeJsonbs,
  encodeTexts,
} from '#shared/platform/persistence/binary-arrays.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { hasNothingLeft, isPause, isRefundable, type Verdict } from '../../protocols/domain/verdict.js';
import { DIGEST_TYPE } from '../../protocols/sent-message.js';
import { buildLockSql, releaseInTransaction, type QuotaClock } from '../../quotas/tables/quota-usage.js';
import { disableSubscription } from '../../subscriptions/tables/subscription-table.js';
import type { SettledAttempt } from '../application/ports/attempt-log.js';
import { decideSettlement, type Settlement } from '../domain/decide-settlement.js';
import { MAX_STORED_ATTEMPTS, type StoredAttemptInfo } from '../domain/notification-record.js';
import { advanceLanes, encodeLaneKeys, type Lane } from '../tables/notification-lanes.js';
import { markMembersSent } from './digests.js';
import { writeHealth } from './write-health.js';

/** Milliseconds. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;

const logger = new Logger('Notifications');

/**
 * Runs a transaction that only this process can run. Repeats it, until the process ends, after a deadlock, a serialization
 * failure or while PostgreSQL is unavailable. The transaction must be idempotent.
 */
async function retryUntilStored<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let pause = MIN_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (pool.ended || !isDatabaseUnavailable(error)) throw error;
      logger.warn(`outcomes of attempts were not stored, and are tried again: ${getLogMessage(error)}`);
      // The timer does not keep the process alive.
      await sleep(pause, undefined, { ref: false });
    }
  }
}

interface AttemptOutcome extends SettledAttempt {
  readonly settlement: Settlement;
  readonly lane: Lane;
}

interface LaneRow extends Lane {
  readonly attempt_id: string | null;
}

/**
 * Stores the outcomes of attempts that still hold their lanes, and what follows from them, in one transaction. Then disables
 * subscriptions whose receiver answered 410.
 */
export async function settleAttempts(
  pool: Pool,
  attempts: readonly SettledAttempt[],
  clock: QuotaClock,
): Promise<void> {
  // Reasons, receipts and what is left to be done quote receivers, whatever the protocol.
  const cleaned = attempts.map((attempt) => ({ ...attempt, result: cleanTexts(attempt.result) }));
  const goneAttempts = await retryUntilStored(pool, async (client) => {
    const outcomes = await lockLanes(client, cleaned);
    await storeOutcomes(client, outcomes);
    await markMembersSent(client, outcomes.filter(isResentDigest).map(toSentDigest));
    await storeReceipts(client, outcomes);
    await retryLanes(client, outcomes);
    await advanceLanes(
      client,
      outcomes.filter(({ settlement }) => settlement.next_attempt_at === null).map(({ lane }) => lane),
    );
    await writeHealth(client, outcomes);
    await releaseUnits(client, outcomes, clock);
    return outcomes.filter(({ result }) => result.verdict.outcome === 'gone');
  });
  for (const { claimed } of goneAttempts)
    await disableSubscription(pool, claimed, 'The receiver answered 410 Gone');
}

/** The notifications in such a digest may have failed with it. */
const isResentDigest = ({ claimed: { message, attempts }, settlement }: AttemptOutcome) =>
  message.type === DIGEST_TYPE && attempts > 0 && settlement.state === 'SENT';

const toSentDigest = ({ claimed: { notification_id }, at, latency_ms }: AttemptOutcome) => ({
  digest_id: notification_id,
  sent_at: new Date(at.getTime() + latency_ms),
});

/** Locks the lanes, in a fixed order to avoid deadlocks. Leaves out attempts whose lanes were claimed again since. */
async function lockLanes(
  client: ClientBase,
  attempts: readonly SettledAttempt[],
): Promise<readonly AttemptOutcome[]> {
  const { rows } = await client.query<LaneRow>({
    name: 'lock lanes',
    text: `
      select l.subscription_id, l.subject_id, l.floor_id, l.attempt_id
      from unnest($1::uuid[], $2::uuid[]) as t (subscription_id, subject_id)
      join notification_lane l on l.subscription_id = t.subscription_id and l.subject_id = t.subject_id
      order by l.subscription_id, l.subject_id for update of l`,
    values: encodeLaneKeys(attempts.map(({ claimed }) => claimed)),
  });
  const lanes = new Map(rows.map((lane) => [lane.attempt_id, lane]));
  return attempts.flatMap((attempt) => {
    const { claimed, result, at, latency_ms } = attempt;
    const lane = lanes.get(claimed.attempt_id);
    if (lane === undefined) return [];
    const ended = new Date(at.getTime() + latency_ms);
    return [
      {
        ...attempt,
        lane,
        settlement: decideSettlement(
          result.verdict,
          countAttempts(claimed.recentAttempts, result.verdict),
          ended,
        ),
      },
    ];
  });
}

/** Returns the number of attempts after this one. A pause does not count: it must not make later retries rarer. */
function countAttempts(attempts: number, verdict: Verdict): number {
  return attempts + (isPause(verdict) ? 0 : 1);
}

function storeOutcomes(client: ClientBase, outcomes: readonly AttemptOutcome[]): Promise<void> {
  return storeAttempts(
    client,
    outcomes.map(
      ({ claimed, result: { verdict, status, answer, progress }, at, latency_ms, settlement }) => ({
        notification_id: claimed.notification_id,
        attempt: {
          at: at.toISOString(),
          status,
          latency_ms,
          error: verdict.outcome === 'sent' ? null : verdict.reason,
          answer,
          ...(hasNothingLeft(verdict) && { nothing_left: true }),
        },
        attempts: countAttempts(claimed.attempts, verdict),
        state: settlement.state,
        reason: settlement.reason,
        progress,
        next_attempt_at: settlement.next_attempt_at,
        sent_at: settlement.state === 'SENT' ? new Date(at.getTime() + latency_ms) : null,
      }),
    ),
  );
}

async function retryLanes(client: ClientBase, outcomes: readonly AttemptOutcome[]): Promise<void> {
  const retried = outcomes.filter(({ settlement }) => settlement.next_attempt_at !== null);
  if (retried.length === 0) return;
  await client.query({
    name: 'retry lanes',
    text: `
      update notification_lane l set attempt_id = null, attempted_at = null, next_attempt_at = t.next_attempt_at
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as t (subscription_id, subject_id, next_attempt_at)
      where l.subscription_id = t.subscription_id and l.subject_id = t.subject_id`,
    values: [
      ...encodeLaneKeys(retried.map(({ lane }) => lane)),
      encodeTimes(retried.map(({ settlement }) => settlement.next_attempt_at)),
    ],
  });
}

/** Gives back the units of attempts of which no request can have reached the receiver. */
async function releaseUnits(
  client: ClientBase,
  outcomes: readonly AttemptOutcome[],
  clock: QuotaClock,
): Promise<void> {
  const unsent = outcomes.filter(({ result }) => isRefundable(result.verdict));
  if (unsent.length === 0) return;
  await client.query(buildLockSql(unsent.map(({ claimed }) => claimed)));
  await releaseInTransaction(
    client,
    unsent.map(({ claimed }) => claimed.attempt_id),
    await clock.now(client),
  );
}

/** A finished attempt, and the state of its notification after it. */
interface StoredAttempt {
  /** uuid */
  readonly notification_id: string;
  readonly attempt: StoredAttemptInfo;
  /** The number of attempts, including those with an unknown outcome: they may have reached the receiver. */
  readonly attempts: number;
  readonly state: string;
  readonly reason: string | null;
  readonly next_attempt_at: Date | null;
  readonly sent_at: Date | null;
  /** What is left to be done of the notification; not set: as before. */
  readonly progress?: Json | undefined;
}

/** Appends attempts to their notifications. Each notification may occur only once. */
export async function storeAttempts(client: ClientBase, attempts: readonly StoredAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const ids = attempts.map(({ notification_id }) => notification_id);
  const sorted = ids.toSorted();
  await client.query({
    name: 'store attempts',
    text: `
      update notification n set state = t.state, reason = t.reason, attempt_count = t.attempts,
        next_attempt_at = t.next_attempt_at, sent_at = t.sent_at, progress = coalesce(t.progress, n.progress),
        attempts = (case when jsonb_array_length(n.attempts) < ${MAX_STORED_ATTEMPTS} then n.attempts else n.attempts - 0 end)
          || t.attempt
      from unnest($1::uuid[], $2::jsonb[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[],
          $8::jsonb[])
        as t (notification_id, attempt, attempts, state, reason, next_attempt_at, sent_at, progress)
      where n.notification_id = t.notification_id and n.notification_id between $9 and $10`,
    values: [
      encodeUuids(ids),
      encodeJsonbs(attempts.map(({ attempt }) => JSON.stringify(attempt))),
      encodeIntegers(attempts.map((each) => each.attempts)),
      encodeTexts(attempts.map(({ state }) => state)),
      encodeTexts(attempts.map(({ reason }) => reason)),
      encodeTimes(attempts.map(({ next_attempt_at }) => next_attempt_at)),
      encodeTimes(attempts.map(({ sent_at }) => sent_at)),
      encodeJsonbs(
        attempts.map(({ progress }) => (progress === undefined ? null : JSON.stringify(progress))),
      ),
      sorted[0],
      sorted.at(-1),
    ],
  });
}

/** Stores receipts while the lanes are locked, so that the next attempt of a lane reads the receipt of the previous one. */
async function storeReceipts(client: ClientBase, attempts: readonly SettledAttempt[]): Promise<void> {
  const receipts = attempts.flatMap(({ claimed: { subscription_id, subject_id }, result: { receipt } }) =>
    receipt === undefined ? [] : [{ subscription_id, subject_id, receipt }],
  );
  if (receipts.length === 0) return;
  await client.query({
    name: 'store receipts',
    text: `
      insert into notification_receipt (subscription_id, subject_id, receipt, stored_at)
      select t.subscription_id, t.subject_id, t.receipt, clock_timestamp()
      from unnest($1::uuid[], $2::uuid[], $3::jsonb[]) as t (subscription_id, subject_id, receipt)
      on conflict (subscription_id, subject_id) do update
      set receipt = excluded.receipt, stored_at = excluded.stored_at`,
    values: [
      ...encodeLaneKeys(receipts),
      encodeJsonbs(receipts.map(({ receipt }) => JSON.stringify(receipt))),
    ],
  });
}

/** Deletes old receipts. A later notification of such an alert is sent as if it were the first. */
export async function deleteReceiptsBefore(client: ClientBase, cutoff: Date): Promise<void> {
  await client.query('delete from notification_receipt where stored_at < $1', [cutoff]);
}
