import type { ConsumptionTerms } from '../../quotas/domain/consumption.js';

/** Of a window of a quota: from then on only what matters most is sent singly. */
export const LOW_SHARE = 0.8;
/** Milliseconds between two digests of a subscription. */
export const DIGEST_EVERY = 15 * 60_000;
/** Milliseconds: a quota may be raised before its window ends. */
export const LOOK_EVERY = 60_000;
/** Units of a window that are kept for the message that it is used up. */
const KEPT_UNITS = 1;

/** What is sent singly as long as there are units. */
export const URGENT_SEVERITIES = ['CRITICAL', 'ERROR'] as const;
export const URGENT_KINDS = ['digest', 'quota.low', 'quota.exhausted'] as const;

export interface Ranked {
  readonly kind: string;
  readonly severity: string;
}

export function isUrgent({ kind, severity }: Ranked): boolean {
  return (
    (URGENT_SEVERITIES as readonly string[]).includes(severity) ||
    (URGENT_KINDS as readonly string[]).includes(kind)
  );
}

/** Without `below`: whatever is left but the last. */
export const ANY_BUT_LAST: ConsumptionTerms = { keep: KEPT_UNITS };

/**
 * What a notification must leave of a quota; `undefined`: it may have the last unit.
 * @param isLast it says that this very quota is used up
 */
export function termsOf(
  notification: Ranked & { readonly attempt_count: number },
  isLast: boolean,
): ConsumptionTerms | undefined {
  if (isLast) return undefined;
  // What was tried may be known to the receiver by its own id: a digest would tell it under a second one.
  const isSentSingly = isUrgent(notification) || notification.attempt_count > 0;
  return isSentSingly ? ANY_BUT_LAST : { ...ANY_BUT_LAST, below: LOW_SHARE };
}
