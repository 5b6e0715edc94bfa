import type { Verdict } from '../../protocols/domain/verdict.js';
import type { NotificationState } from './notification-record.js';
import { computeRetryDelay } from './retry-delay.js';

export interface Settlement {
  readonly state: NotificationState;
  readonly reason: string | null;
  /** `null`: no further attempt is made. */
  readonly next_attempt_at: Date | null;
}

/**
 * Decides the state of a notification after an attempt.
 * @param attempts the number of attempts, including this one
 */
export function decideSettlement(
  verdict: Verdict,
  { attempts, expires_at }: { readonly attempts: number; readonly expires_at: Date },
  now: Date,
  random: () => number = Math.random,
): Settlement {
  switch (verdict.outcome) {
    case 'sent':
      return { state: 'SENT', reason: null, next_attempt_at: null };
    case 'failed':
    case 'gone':
      return { state: 'FAILED', reason: verdict.reason, next_attempt_at: null };
    case 'skipped':
      return { state: verdict.as, reason: verdict.reason, next_attempt_at: null };
    case 'retry': {
      const next = new Date(now.getTime() + computeRetryDelay(attempts, verdict.after, random));
      if (next < expires_at) return { state: 'PENDING', reason: verdict.reason, next_attempt_at: next };
      return { state: 'FAILED', reason: `${verdict.reason}; it was given up`, next_attempt_at: null };
    }
    default:
      return verdict satisfies never;
  }
}
