export const ALERT_STATES = ['OPEN', 'RESOLVED'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const RESOLVED_REASONS = ['RECOVERY', 'STALE', 'WEBHOOK_DELETED'] as const;
export type ResolvedReason = (typeof RESOLVED_REASONS)[number];
