import type { ConsumptionTerms } from './consumption.js';

/** From this share of the limit of a window on, only urgent notifications are sent singly. */
export const LOW_SHARE = 0.8;
/** Milliseconds between two digests of a subscription. */
export const DIGEST_INTERVAL_MS = 15 * 60_000;
/** Milliseconds between two checks of a quota that is used up: it may be raised before its window ends. */
export const QUOTA_CHECK_INTERVAL_MS = 60_000;
/** Units of a window that are reserved for the notification that the quota is used up. */
export const RESERVED_UNITS = 1;

/**
 * Notifications of these severities and kinds, and those of steps of escalations, are urgent: they are sent singly as long as there
 * are units.
 */
export const URGENT_SEVERITIES = ['CRITICAL', 'ERROR'] as const;
export const URGENT_KINDS = ['digest', 'quota.low', 'quota.exhausted', 'escalation.unreached'] as const;

export interface Prioritized {
  readonly kind: string;
  readonly severity: string;
  /** Whether it never waits for others. */
  readonly is_single?: boolean | null | undefined;
  /** The escalation whose step it belongs to. */
  readonly escalation_id?: string | null | undefined;
}

export function isUrgent({ kind, severity, is_single, escalation_id }: Prioritized): boolean {
  return (
    (escalation_id !== undefined && escalation_id !== null) ||
    // It ends an incident that the receiver would otherwise keep open.
    (kind === 'alert.resolved' && is_single === true) ||
    (URGENT_SEVERITIES as readonly string[]).includes(severity) ||
    (URGENT_KINDS as readonly string[]).includes(kind)
  );
}

/** The terms of an urgent notification: it may have any unit but the reserved one. */
export const URGENT_TERMS: ConsumptionTerms = { reserved: RESERVED_UNITS };

/**
 * Returns what an attempt must leave of a quota; `undefined` if it may take the last unit.
 * @param mayTakeLast whether the notification says that this very quota is used up
 */
export function selectTerms(
  notification: Prioritized & { readonly attempt_count: number },
  mayTakeLast: boolean,
): ConsumptionTerms | undefined {
  if (mayTakeLast) return undefined;
  // After an attempt, the receiver may know the notification by its id. A digest would deliver it under a second id.
  const isSentSingly = isUrgent(notification) || notification.attempt_count > 0;
  return isSentSingly ? URGENT_TERMS : { ...URGENT_TERMS, maxUsedShare: LOW_SHARE };
}
