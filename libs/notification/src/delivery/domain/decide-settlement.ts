import type { Verdict } from '../../protocols/domain/verdict.js';
import type { NotificationState } from './notification-record.js';
import { computeRetryDelay, computeThrottlePause } from '../../subscriptions/domain/retry-delay.js';

export interface Settlement {
  readonly state: NotificationState;
  readonly reason: string | null;
  /** `null`: no further attempt is made. */
  readonly next_attempt_at: Date | null;
}

/**
 * Decides the state of a notification after an attempt. Does not give it up: that is done when its lifetime is over, by the
 * clock of the database, which may have jumped since the attempt began.
 * @param attempts the number of attempts, including this one, that the receiver has not put off by a pause
 */
export function decideSettlement(
  verdict: Verdict,
  attempts: number,
  now: Date,
  random: () => number = Math.random,
): Settlement {
  switch (verdict.outcome) {
    case 'sent':
      return { state: 'SENT', reason: verdict.note ?? null, next_attempt_at: null };
    case 'failed':
    case 'gone':
      return { state: 'FAILED', reason: verdict.reason, next_attempt_at: null };
    case 'skipped':
      return { state: verdict.as, reason: verdict.reason, next_attempt_at: null };
    case 'retry': {
      const delay = verdict.isPause
        ? computeThrottlePause(verdict.after) * 1000
        : computeRetryDelay(attempts, verdict.after, random);
      const next = new Date(now.getTime() + delay);
      return { state: 'PENDING', reason: verdict.reason, next_attempt_at: next };
    }
    default:
      return verdict satisfies never;
  }
}
