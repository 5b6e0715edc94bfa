export const EVENT_TYPES = ['ALERT', 'RECOVERY', 'ERROR'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What the time of an event is: that of the change, or that of the start of the problem. */
export const TIME_KINDS = ['change', 'start'] as const;
export type TimeKind = (typeof TIME_KINDS)[number];

/**
 * The usual names of links: what to do, figures, where the alarm comes from, its page at the sender, where it is silenced, a picture.
 */
export const LINK_NAMES = [
  'runbook',
  'dashboard',
  'panel',
  'generator',
  'source',
  'silence',
  'image',
] as const;
export type LinkName = (typeof LINK_NAMES)[number];

/** The labels of an event: their number, and the characters of a name and of a label. */
export const MAX_LABELS = 64;
export const MAX_LABEL_NAME_LENGTH = 128;
export const MAX_LABEL_LENGTH = 1024;

/** From the highest to the lowest. */
export const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'] as const;
export type Severity = (typeof SEVERITIES)[number];
