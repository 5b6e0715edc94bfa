import { EVENT_TYPES, SEVERITIES } from '#senders/plugin-api/event.js';
import { toPlainLine } from '#shared/kernel/clean-text.js';
import type { InfoOf, RecordFields } from '#shared/query/record.js';
import type { AlertInfo } from './alert-record.js';
import { NOTE_FIELDS } from './note.js';

const { note_id, author, text } = NOTE_FIELDS;
/** As the list of notes has it. */
const NOTE = { note_id, author, text } as const;

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
      assignee: {
        type: 'text',
        nullable: true,
        description: 'To whom the alert was assigned; `null`: to nobody.',
      },
      comment: { type: 'text', nullable: true, description: 'The comment of who resolved the alert.' },
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
  note: {
    type: 'object',
    name: 'TimelineNote',
    optional: true,
    description: 'A note that was not deleted.',
    fields: NOTE,
  },
} as const satisfies RecordFields;

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

type Change = Omit<PartInfo<'change'>, 'comment'>;

export function tellChange(at: string, given: Change, alert: AlertInfo): TimelineEntry {
  const isByUser = given.change === 'resolved' && given.by !== null && given.by === alert.resolved_by;
  const change = { ...given, comment: isByUser ? alert.resolved_comment : null };
  return { at, kind: 'change', text: describeChange(change, alert), change };
}

function describeChange(
  { change, severity_before, severity, event_id, by, assignee, comment }: PartInfo<'change'>,
  alert: AlertInfo,
): string {
  const source = toPlainLine(alert.source.name ?? alert.source.plugin_id ?? 'its source');
  const as = severity === null ? '' : ` as ${severity}`;
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
    case 'assigned':
      return `Assigned to ${assignee === null ? 'nobody' : toPlainLine(assignee)}${nameActor(by)}`;
    case 'resolved':
      if (by !== null) return `Resolved${nameActor(by)}${quote(comment)}`;
      return event_id === null && alert.resolved_reason !== 'RECOVERY'
        ? describeClosure(alert)
        : `Resolved: ${source} reported the recovery`;
    default:
      return `${change.charAt(0).toUpperCase()}${change.slice(1)}${nameActor(by)}`;
  }
}

const nameActor = (by: string | null) => (by === null ? '' : ` by ${toPlainLine(by)}`);
const quote = (comment: string | null) =>
  comment === null || comment === '' ? '' : `: ${toPlainLine(comment)}`;

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

/**
 * Changes are kept for a shorter time than alerts. The beginning, the end and the last assignment are then known from the alert
 * itself.
 */
export function tellForgottenChanges(
  kept: readonly TimelineEntry[],
  alert: AlertInfo,
): readonly TimelineEntry[] {
  const { opened_at, resolved_at, resolved_by, severity, assigned_at, assigned_by, assignee } = alert;
  const tell = (change: string, at: string | null, known: Partial<Change>) =>
    at === null || kept.some((entry) => entry.kind === 'change' && entry.change.change === change)
      ? []
      : [tellChange(at, { ...NOTHING_KNOWN, change, ...known }, alert)];
  return [
    ...tell('opened', opened_at, {}),
    ...tell('assigned', assigned_at, { severity, by: assigned_by, assignee }),
    ...tell('resolved', resolved_at, { severity, by: resolved_by }),
  ];
}

const NOTHING_KNOWN = { severity_before: null, severity: null, event_id: null, by: null, assignee: null };

export function tellAcknowledgement(at: string, acknowledgement: PartInfo<'acknowledgement'>): TimelineEntry {
  const { acknowledged, by, comment, until } = acknowledgement;
  const end = until === null ? '' : ` (until ${formatTime(until)})`;
  const text = acknowledged
    ? `Acknowledged${nameActor(by)}${end}${quote(comment)}`
    : `Acknowledgement withdrawn${nameActor(by)}`;
  return { at, kind: 'acknowledgement', text, acknowledgement };
}

export function tellExpiry(until: string, by: string | null): TimelineEntry {
  const acknowledgement = { acknowledged: false, by: null, comment: null, until: null };
  return {
    at: until,
    kind: 'acknowledgement',
    text: `The acknowledgement${nameActor(by)} ended`,
    acknowledgement,
  };
}

export function tellNote(at: string, note: PartInfo<'note'>): TimelineEntry {
  return { at, kind: 'note', text: `Note${nameActor(note.author)}${quote(note.text)}`, note };
}
