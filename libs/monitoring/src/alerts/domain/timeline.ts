import { EVENT_TYPES, SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { toPlainLine } from '#shared/kernel/clean-text.js';
import type { ComposedFields, InfoOf } from '#shared/query/record.js';
import type { AlertInfo } from './alert-record.js';

const SEVERITY = { type: 'enum', name: 'Severity', values: SEVERITIES } as const;

/** Each entry of a timeline has the part that its kind names. */
export const TIMELINE_PARTS = {
  event: {
    type: 'object',
    name: 'TimelineEvent',
    optional: true,
    description: 'An event, with those alike that follow it directly.',
    fields: {
      event_id: { type: 'id', kind: 'event', description: 'The first of them.' },
      event_type: { type: 'enum', name: 'EventType', values: EVENT_TYPES },
      severity: SEVERITY,
      title: { type: 'text', max: 1024 },
      count: {
        type: 'number',
        description: 'The number of events with this type, severity and title in a row.',
      },
      last_at: { type: 'date', description: 'When the last of them arrived.' },
    },
  },
  change: {
    type: 'object',
    name: 'TimelineChange',
    optional: true,
    description: 'A change of the state or the severity.',
    fields: {
      change: {
        type: 'text',
        max: 64,
        description: 'The kind of the change, as in the messages of subscriptions without `alert.`.',
        example: 'escalated',
      },
      severity_before: { ...SEVERITY, nullable: true },
      severity: { ...SEVERITY, nullable: true, description: '`null` if it is not known any more.' },
      event_id: {
        type: 'id',
        kind: 'event',
        nullable: true,
        description: 'The event that caused the change.',
      },
      by: {
        type: 'text',
        nullable: true,
        description: 'Who made the change; `null`: the sender or the service.',
      },
    },
  },
  acknowledgement: {
    type: 'object',
    name: 'TimelineAcknowledgement',
    optional: true,
    description: 'An acknowledgement, its withdrawal or its end.',
    fields: {
      acknowledged: { type: 'boolean' },
      by: {
        type: 'text',
        nullable: true,
        description: '`null` for an acknowledgement that ended by itself.',
      },
      comment: { type: 'text', nullable: true },
      until: { type: 'date', nullable: true },
    },
  },
} as const satisfies ComposedFields;

type Part = keyof typeof TIMELINE_PARTS;
type PartInfo<P extends Part> = InfoOf<(typeof TIMELINE_PARTS)[P]['fields']>;

/** An entry of a timeline: when, what, and the same as a line for people. */
export type TimelineEntry = {
  [P in Part]: { readonly at: string; readonly kind: P; readonly text: string } & {
    readonly [Name in P]: PartInfo<P>;
  };
}[Part];

/** The order of entries at the same time: first the cause. */
export const TIMELINE_KINDS = Object.keys(TIMELINE_PARTS) as readonly Part[];

/** A time for people, who may be in any time zone. */
export const formatTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;

export function tellEvents(at: string, event: PartInfo<'event'>): TimelineEntry {
  const { event_type, severity, title, count, last_at } = event;
  const what = { ALERT: severity, RECOVERY: 'Recovery', ERROR: `Error, ${severity}` }[event_type];
  const more = count === 1 ? '' : ` (and ${count - 1} more like it until ${formatTime(last_at)})`;
  return { at, kind: 'event', text: `${what}: ${toPlainLine(title)}${more}`, event };
}

export function tellChange(at: string, change: PartInfo<'change'>, alert: AlertInfo): TimelineEntry {
  return { at, kind: 'change', text: describeChange(change, alert), change };
}

function describeChange(
  { change, severity_before, severity, event_id, by }: PartInfo<'change'>,
  alert: AlertInfo,
): string {
  const source = toPlainLine(alert.source.name ?? alert.source.plugin_id ?? 'its source');
  const as = severity === null ? '' : ` as ${severity}`;
  const actor = by === null ? '' : ` by ${toPlainLine(by)}`;
  switch (change) {
    case 'opened':
      return `Opened${as} by ${source}`;
    case 'reopened':
      return `Reopened${as} by ${source}`;
    case 'escalated':
      return `Severity rose from ${severity_before ?? 'unknown'} to ${severity}`;
    case 'deescalated':
      return `Severity fell from ${severity_before ?? 'unknown'} to ${severity}`;
    case 'flapping':
      return 'Flapping: it opens and is resolved again and again';
    case 'resolved':
      if (by !== null) return `Resolved${actor}`;
      return event_id === null && alert.resolved_reason !== 'RECOVERY'
        ? describeClosure(alert)
        : `Resolved: ${source} reported the recovery`;
    default:
      return `${change.charAt(0).toUpperCase()}${change.slice(1)}${actor}`;
  }
}

function describeClosure({ resolved_reason }: AlertInfo): string {
  switch (resolved_reason) {
    case 'STALE':
      return 'Resolved: nothing was heard of it for too long';
    case 'WEBHOOK_DELETED':
      return 'Resolved: its webhook was deleted';
    default:
      return 'Resolved';
  }
}

/** Changes are kept for a shorter time than alerts. The beginning and the end are then known from the alert itself. */
export function tellForgottenChanges(
  kept: readonly TimelineEntry[],
  alert: AlertInfo,
): readonly TimelineEntry[] {
  const isKept = (kind: string) =>
    kept.some((entry) => entry.kind === 'change' && entry.change.change === kind);
  const tell = (kind: string, at: string, severity: Severity | null) =>
    tellChange(at, { change: kind, severity_before: null, severity, event_id: null, by: null }, alert);
  return [
    ...(isKept('opened') ? [] : [tell('opened', alert.opened_at, null)]),
    ...(alert.resolved_at === null || isKept('resolved')
      ? []
      : [tell('resolved', alert.resolved_at, alert.severity)]),
  ];
}

export function tellAcknowledgement(at: string, acknowledgement: PartInfo<'acknowledgement'>): TimelineEntry {
  const { acknowledged, by, comment, until } = acknowledgement;
  const actor = by === null ? '' : ` by ${toPlainLine(by)}`;
  const end = until === null ? '' : ` (until ${formatTime(until)})`;
  const why = comment === null || comment === '' ? '' : `: ${toPlainLine(comment)}`;
  const text = acknowledged ? `Acknowledged${actor}${end}${why}` : `Acknowledgement withdrawn${actor}`;
  return { at, kind: 'acknowledgement', text, acknowledgement };
}

export function tellExpiry(until: string, by: string | null): TimelineEntry {
  const text = `The acknowledgement${by === null ? '' : ` by ${toPlainLine(by)}`} ended`;
  const acknowledgement = { acknowledged: false, by: null, comment: null, until: null };
  return { at: until, kind: 'acknowledgement', text, acknowledgement };
}
