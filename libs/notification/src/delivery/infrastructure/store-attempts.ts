import type { ClientBase } from 'pg';
import type { Json } from '#shared/kernel/json.js';
import {
  encodeIntegers,
  encodeJsonbs,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import { MAX_STORED_ATTEMPTS, type AttemptInfo } from '../domain/notification-record.js';

/** A finished attempt, and the state of its notification after it. */
export interface StoredAttempt {
  /** uuid */
  readonly notification_id: string;
  readonly attempt: AttemptInfo;
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
