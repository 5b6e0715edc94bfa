export const EVENT_TYPES = ['ALERT', 'RECOVERY', 'ERROR'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** From the highest to the lowest. */
export const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'] as const;
export type Severity = (typeof SEVERITIES)[number];
