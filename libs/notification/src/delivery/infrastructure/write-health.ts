import type { ClientBase } from 'pg';
import {
  encodeBooleans,
  encodeIntegers,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import { isOwnFault, isPause } from '../../protocols/domain/verdict.js';
import {
  BREAKER_FAILURES,
  computeBreakerPause,
  computeThrottlePause,
  MAX_PAUSE_SECONDS,
} from '../../subscriptions/domain/retry-delay.js';
import { pausedSinceSql } from '../../subscriptions/tables/subscription-table.js';
import type { SettledAttempt } from '../application/ports/attempt-log.js';

interface HealthChange {
  readonly subscription_id: string;
  at: Date;
  sentAt: Date | null;
  /** The last notification that was sent. */
  sentId: string | null;
  /** Failures since the last success in this batch, or all of them without a success. */
  failures: number;
  /** When the last of them began. */
  failedAt: Date | null;
  hasSucceeded: boolean;
  error: string | null;
  /** Seconds that the receiver asks for; 0 if it does not. */
  pause: number;
  /** The lowest id of an alert's notification that failed for good. */
  lostId: string | null;
}

const MAX_GROWN_PAUSE_SECONDS = 60;

/** The last entry is the longest pause. */
const BREAKER_PAUSES_SECONDS = Array.from(
  { length: 18 },
  (_, n) => computeBreakerPause(BREAKER_FAILURES + n) / 1000,
);

/** The failures before the batch that still count. */
const EARLIER_SQL = 'case when t.has_succeeded then 0 else h.failures end';
/** Attempts while the circuit breaker is open begin at `probe_at` or later. A second is for rounded times. */
const IS_PROBE_SQL = `(h.probe_at is null or t.failed_at >= h.probe_at - interval '1 second'
  or h.probe_at > clock_timestamp() + interval '${MAX_PAUSE_SECONDS} seconds')`;
/**
 * Attempts that were under way when the circuit breaker opened count once together, because they tell no more than one: they
 * do not lengthen the pauses.
 */
const FAILURES_SQL = `case
  when t.failures = 0 then ${EARLIER_SQL}
  when ${EARLIER_SQL} < ${BREAKER_FAILURES} then least(${BREAKER_FAILURES}, t.failures + ${EARLIER_SQL})
  when ${IS_PROBE_SQL} then h.failures + 1
  else h.failures end`;

/**
 * A receiver that goes on asking for pauses gets one as long as all of them together, up to a minute: a `Retry-After` of nothing,
 * or in the past, must not make every second an attempt.
 */
const PAUSE_SQL = `make_interval(secs => greatest(t.pause,
  least(${MAX_GROWN_PAUSE_SECONDS}, coalesce(extract(epoch from clock_timestamp() - ${pausedSinceSql()}), 0))))`;

/** Not null if the circuit breaker closes: what waits for its next attempt need not wait any longer. */
const RECOVERED_SQL = `case when t.has_succeeded and h.failures >= ${BREAKER_FAILURES} then t.sent_id end`;

/**
 * Updates the health of subscriptions from their attempts. A refusal that is final for its notification counts as a failure of
 * the receiver, too. A pause is neither a failure nor a success, nor is a fault of the service.
 */
export async function writeHealth(client: ClientBase, attempts: readonly SettledAttempt[]): Promise<void> {
  const changes = new Map<string, HealthChange>();
  for (const attempt of attempts) addAttempt(changes, attempt);
  if (changes.size === 0) return;
  const sortedChanges = [...changes.values()].toSorted((a, b) =>
    a.subscription_id < b.subscription_id ? -1 : 1,
  );
  await client.query({
    name: 'write health of subscriptions',
    text: `
      update subscription_health h set
        last_attempt_at = greatest(h.last_attempt_at, t.at), last_sent_at = greatest(h.last_sent_at, t.sent_at),
        failures = ${FAILURES_SQL}, last_error = t.error,
        probe_at = case
          when t.failures = 0 or ${EARLIER_SQL} >= ${BREAKER_FAILURES} and not ${IS_PROBE_SQL} then h.probe_at
          else clock_timestamp() + make_interval(secs => (array[${BREAKER_PAUSES_SECONDS.join()}]::float8[])[
            1 + greatest(0, least(${BREAKER_PAUSES_SECONDS.length - 1}, ${FAILURES_SQL} - ${BREAKER_FAILURES}))]) end,
        paused_until = case when t.pause = 0 then h.paused_until
          else clock_timestamp() + ${PAUSE_SQL} end,
        paused_since = case when t.has_succeeded then null
          when t.pause > 0 then coalesce(${pausedSinceSql()}, clock_timestamp()) else h.paused_since end,
        untold_from_id = least(h.untold_from_id, t.lost_id, ${RECOVERED_SQL}),
        losses = h.losses + case when coalesce(t.lost_id, ${RECOVERED_SQL}) is null then 0 else 1 end
      from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::uuid[], $5::int[], $6::timestamptz[],
        $7::boolean[], $8::text[], $9::int[], $10::uuid[])
        as t (subscription_id, at, sent_at, sent_id, failures, failed_at, has_succeeded, error, pause, lost_id)
      where h.subscription_id = t.subscription_id`,
    values: [
      encodeUuids(sortedChanges.map(({ subscription_id }) => subscription_id)),
      encodeTimes(sortedChanges.map(({ at }) => at)),
      encodeTimes(sortedChanges.map(({ sentAt }) => sentAt)),
      encodeUuids(sortedChanges.map(({ sentId }) => sentId)),
      encodeIntegers(sortedChanges.map(({ failures }) => failures)),
      encodeTimes(sortedChanges.map(({ failedAt }) => failedAt)),
      encodeBooleans(sortedChanges.map(({ hasSucceeded }) => hasSucceeded)),
      encodeTexts(sortedChanges.map(({ error }) => error)),
      encodeIntegers(sortedChanges.map(({ pause }) => Math.ceil(pause))),
      encodeUuids(sortedChanges.map(({ lostId }) => lostId)),
    ],
  });
}

function addAttempt(
  changes: Map<string, HealthChange>,
  { claimed: { subscription_id, notification_id, message }, result: { verdict }, at }: SettledAttempt,
): void {
  // No request was sent.
  if (verdict.outcome === 'skipped') return;
  const change = changes.get(subscription_id) ?? createChange(subscription_id, at);
  changes.set(subscription_id, change);
  if (at > change.at) change.at = at;
  if (verdict.outcome === 'sent') {
    const success = { sentAt: at, sentId: notification_id, failures: 0, failedAt: null, hasSucceeded: true };
    Object.assign(change, success, { error: verdict.note ?? null });
    return;
  }
  change.error = verdict.reason;
  // The receiver works: one recipient must not open the circuit breaker for the others.
  if (verdict.outcome === 'retry' && verdict.partly !== undefined) {
    if (verdict.partly === 'now')
      Object.assign(change, { sentAt: at, failures: 0, failedAt: null, hasSucceeded: true });
    return;
  }
  if (isOwnFault(verdict)) return;
  if (verdict.outcome === 'retry' && isPause(verdict)) {
    change.pause = Math.max(change.pause, computeThrottlePause(verdict.after));
    return;
  }
  change.failures += 1;
  if (change.failedAt === null || at > change.failedAt) change.failedAt = at;
  if (verdict.outcome !== 'retry' && 'alert' in message.data)
    change.lostId = [change.lostId ?? notification_id, notification_id].toSorted()[0] ?? null;
}

const createChange = (subscription_id: string, at: Date): HealthChange => ({
  ...{ subscription_id, at, sentAt: null, sentId: null, failures: 0, failedAt: null },
  ...{ hasSucceeded: false, error: null, pause: 0, lostId: null },
});

/** Ids are uuids. */
interface LostNotification {
  readonly subscription_id: string;
  readonly notification_id: string;
  /** Whether nothing of its last attempt left: that says nothing of the receiver. */
  readonly isUnsent?: boolean;
}

/**
 * Remembers notifications that failed without a final answer of the receiver, so that they are told when it works again. Must
 * be called after their lanes were locked, as health is locked after lanes.
 * @param onlyIfFailing whether those of receivers that work are left out: they failed for another reason, unless they are unsent
 */
export async function noteLosses(
  client: ClientBase,
  lost: readonly LostNotification[],
  { onlyIfFailing }: { readonly onlyIfFailing: boolean },
): Promise<void> {
  if (lost.length === 0) return;
  await client.query({
    name: 'note losses',
    text: `
      with h as materialized (
        select h.subscription_id, t.lost_id
        from (
          select subscription_id, min(lost_id::text)::uuid as lost_id, bool_or(is_unsent) as is_unsent
          from unnest($1::uuid[], $2::uuid[], $4::boolean[]) as t (subscription_id, lost_id, is_unsent)
          group by subscription_id
        ) as t join subscription_health h on h.subscription_id = t.subscription_id
        where h.failures > 0 or h.paused_since is not null or t.is_unsent or not $3
        order by h.subscription_id for update of h
      )
      update subscription_health set untold_from_id = least(untold_from_id, h.lost_id), losses = losses + 1
      from h where subscription_health.subscription_id = h.subscription_id`,
    values: [
      encodeUuids(lost.map(({ subscription_id }) => subscription_id)),
      encodeUuids(lost.map(({ notification_id }) => notification_id)),
      onlyIfFailing,
      encodeBooleans(lost.map((each) => each.isUnsent ?? false)),
    ],
  });
}
