import type { Outcome } from '../../intake/domain/delivery.js';

/** Appended to the reason of a delivery that the quarantine had no room for. */
export const OVERFLOW_REASON = 'not kept in the quarantine, which has no more room for this webhook';

/** The outcomes of a delivery that the quarantine had no room for: they say where it still is. */
export function asOverflow(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.map((one) =>
    one.outcome === 'QUARANTINED' ? { ...one, reason: `${one.reason} (${OVERFLOW_REASON})` } : one,
  );
}

export function isOverflow(one: Outcome): boolean {
  return one.outcome === 'QUARANTINED' && one.reason.endsWith(`(${OVERFLOW_REASON})`);
}
