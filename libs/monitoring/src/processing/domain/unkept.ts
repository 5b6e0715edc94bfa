import type { Outcome } from '../../intake/domain/delivery.js';

/** At the end of the reason of what the quarantine had no room for. */
export const UNKEPT = 'not kept in the quarantine, which has no more room for this webhook';

/** The outcomes of a delivery that the quarantine had no room for: they say where it still is. */
export function asUnkept(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.map((one) =>
    one.outcome === 'QUARANTINED' ? { ...one, reason: `${one.reason} (${UNKEPT})` } : one,
  );
}

export function isUnkept(one: Outcome): boolean {
  return one.outcome === 'QUARANTINED' && one.reason.endsWith(`(${UNKEPT})`);
}
