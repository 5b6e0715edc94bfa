import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { toPlainLine, truncateCharacters } from '#shared/kernel/clean-text.js';
import type { AlertNotice, DigestNotice, SentMessage } from './sent-message.js';

/** The maximum number of characters of a line. */
const MAX_LINE_LENGTH = 300;
/** A message as text for people. Each text is one line and not escaped: the protocol must escape it. */
export interface Summary {
  /** What happened, in a few words. */
  readonly event: string;
  readonly title: string;
  /** `null`: the message is not about an alert. */
  readonly severity: Severity | null;
  /** Whether the problem is over. */
  readonly isResolved: boolean;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly string[];
  readonly link: string | undefined;
}

export function summarize(message: SentMessage): Summary {
  const { data } = message;
  const defaults = { severity: null, isResolved: false, facts: [], lines: [] };
  if ('alert' in data) return summarizeAlert(message as AlertNotice);
  if ('notifications' in data) return summarizeDigest(data);
  if ('subject' in data) {
    const { title, subject, links } = data;
    const facts = Object.entries(subject).flatMap(([name, value]) =>
      createFact(name.replaceAll('_', ' '), value),
    );
    const event = capitalize(message.type.replaceAll('.', ' '));
    return { ...defaults, event, title: toSingleLine(title), facts, link: selectLink(links) };
  }
  return { ...defaults, event: 'Test', title: toSingleLine(data.subscription.name), link: undefined };
}

function summarizeAlert(notice: AlertNotice): Summary {
  const { alert, links } = notice.data;
  return {
    event: describeChange(notice),
    title: toSingleLine(alert.title),
    severity: alert.severity,
    isResolved: alert.state === 'RESOLVED',
    facts: [
      ...createFact('Severity', alert.severity),
      ...createFact('Resource', alert.resource.name ?? alert.resource.resource_id),
      ...createFact('Project', alert.project_id),
      ...createFact('Opened', alert.opened_at),
      ...createFact('Resolved', alert.resolved_at),
      ...createFact('Acknowledged by', alert.acknowledged ? alert.acknowledged_by : null),
      ...createFact('Comment', alert.acknowledged ? alert.comment : null),
    ],
    lines: [],
    link: selectLink(links),
  };
}

function describeChange({ type, data: { alert, change } }: AlertNotice): string {
  switch (type) {
    case 'alert.escalated':
      return change.severity_before === null ? 'Escalated' : `Escalated from ${change.severity_before}`;
    case 'alert.deescalated':
      return change.severity_before === null ? 'Less severe' : `Less severe, was ${change.severity_before}`;
    case 'alert.acknowledged':
      return toSingleLine(`Acknowledged${change.actor === null ? '' : ` by ${change.actor}`}`);
    case 'alert.unacknowledged':
      return 'Acknowledgement ended';
    case 'alert.resolved':
      return alert.resolved_reason === 'STALE' ? 'Resolved, as nothing was heard of it' : 'Resolved';
    default:
      return formatKind(type);
  }
}

function summarizeDigest(data: DigestNotice['data']): Summary {
  const { subscription, reason, total, resolved, severity, by_severity, notifications, links } = data;
  const lines = notifications.map(({ kind, severity, title }) =>
    toSingleLine(`${severity ?? ''} ${formatKind(kind)}: ${title}`.trim()),
  );
  const omittedCount = total - notifications.length;
  return {
    event: 'Digest',
    title: toSingleLine(`${total} notifications of ${subscription.name}`),
    severity: SEVERITIES.find((each) => each === severity) ?? null,
    isResolved: resolved === total,
    facts: Object.entries(by_severity).flatMap(([name, count]) => createFact(name, count)),
    lines: [toSingleLine(reason), ...lines, ...(omittedCount > 0 ? [`and ${omittedCount} more`] : [])],
    link: selectLink(links),
  };
}

/** Returns the name of a kind: `Opened` for `alert.opened`. */
function formatKind(kind: string): string {
  return capitalize(kind.replace(/^alert\./, '').replaceAll('.', ' '));
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function createFact(name: string, value: string | number | null): (readonly [string, string])[] {
  return value === null || value === '' ? [] : [[name, toSingleLine(String(value))]];
}

function selectLink({ console: page, api }: { readonly console?: string; readonly api: string }): string {
  return page ?? api;
}

function toSingleLine(text: string): string {
  return truncateCharacters(toPlainLine(text), MAX_LINE_LENGTH);
}
