import type { ClientBase } from 'pg';
import {
  encodeBooleans,
  encodeIntegers,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { SettledAttempt } from '../application/ports/attempt-log.js';
import { BREAKER_FAILURES, computeBreakerPause } from '../domain/retry-delay.js';

interface HealthChange {
  readonly subscription_id: string;
  at: Date;
  sentAt: Date | null;
  /** Failures since the last success in this batch, or all of them without a success. */
  failures: number;
  hasSucceeded: boolean;
  error: string | null;
}

const BREAKER_PAUSES_SECONDS = Array.from(
  { length: 8 },
  (_, n) => computeBreakerPause(BREAKER_FAILURES + n) / 1000,
);

/**
 * Updates the health of subscriptions from their attempts. A final rejection counts neither as a failure of the receiver nor
 * as a success.
 */
export async function writeHealth(client: ClientBase, attempts: readonly SettledAttempt[]): Promise<void> {
  const changes = new Map<string, HealthChange>();
  for (const { claimed, result, at } of attempts) {
    const { subscription_id } = claimed;
    const { verdict } = result;
    // No request was sent.
    if (verdict.outcome === 'skipped') continue;
    const initial = { at, sentAt: null, failures: 0, hasSucceeded: false, error: null };
    const change = changes.get(subscription_id) ?? { subscription_id, ...initial };
    changes.set(subscription_id, change);
    if (at > change.at) change.at = at;
    change.error = verdict.outcome === 'sent' ? null : verdict.reason;
    if (verdict.outcome === 'sent') Object.assign(change, { sentAt: at, failures: 0, hasSucceeded: true });
    else if (verdict.outcome === 'retry') change.failures += 1;
  }
  if (changes.size === 0) return;
  const sortedChanges = [...changes.values()].toSorted((a, b) =>
    a.subscription_id < b.subscription_id ? -1 : 1,
  );
  await client.query({
    name: 'write health of subscriptions',
    text: `
      update subscription_health h set
        last_attempt_at = greatest(h.last_attempt_at, t.at), last_sent_at = greatest(h.last_sent_at, t.sent_at),
        failures = t.failures + case when t.has_succeeded then 0 else h.failures end, last_error = t.error,
        probe_at = case
          when t.failures = 0 then h.probe_at
          else clock_timestamp() + make_interval(secs => (array[${BREAKER_PAUSES_SECONDS.join()}]::float8[])[
            1 + greatest(0, least(${BREAKER_PAUSES_SECONDS.length - 1},
              t.failures + case when t.has_succeeded then 0 else h.failures end - ${BREAKER_FAILURES}))]) end
      from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::int[], $5::boolean[], $6::text[])
        as t (subscription_id, at, sent_at, failures, has_succeeded, error)
      where h.subscription_id = t.subscription_id`,
    values: [
      encodeUuids(sortedChanges.map(({ subscription_id }) => subscription_id)),
      encodeTimes(sortedChanges.map(({ at }) => at)),
      encodeTimes(sortedChanges.map(({ sentAt }) => sentAt)),
      encodeIntegers(sortedChanges.map(({ failures }) => failures)),
      encodeBooleans(sortedChanges.map(({ hasSucceeded }) => hasSucceeded)),
      encodeTexts(sortedChanges.map(({ error }) => error)),
    ],
  });
}
