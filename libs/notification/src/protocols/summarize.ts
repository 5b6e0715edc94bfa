import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { cleanText, cutCharacters } from '#shared/kernel/clean-text.js';
import type { AlertNotice, DigestNotice, SentMessage } from './sent-message.js';

/** The maximum number of characters of a line. */
const LONGEST_LINE = 300;
/** Line breaks, other control characters, and characters that change the direction of writing. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** A message as text for people. Each text is one line and not escaped: the protocol must escape it. */
export interface Summary {
  /** What happened, in a few words. */
  readonly event: string;
  readonly title: string;
  /** `null`: the message is not about an alert. */
  readonly severity: Severity | null;
  /** Whether the problem is over. */
  readonly isOver: boolean;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly string[];
  readonly link: string | undefined;
}

export function summarize(message: SentMessage): Summary {
  const { data } = message;
  const nothing = { severity: null, isOver: false, facts: [], lines: [] };
  if ('alert' in data) return summaryOfAlert(message as AlertNotice);
  if ('notifications' in data) return summaryOfDigest(data);
  if ('subject' in data) {
    const { title, subject, links } = data;
    const facts = Object.entries(subject).flatMap(([name, value]) => fact(name.replaceAll('_', ' '), value));
    const event = capital(message.type.replaceAll('.', ' '));
    return { ...nothing, event, title: oneLine(title), facts, link: linkOf(links) };
  }
  return { ...nothing, event: 'Test', title: oneLine(data.subscription.name), link: undefined };
}

function summaryOfAlert(notice: AlertNotice): Summary {
  const { alert, links } = notice.data;
  return {
    event: eventOf(notice),
    title: oneLine(alert.title),
    severity: alert.severity,
    isOver: alert.state === 'RESOLVED',
    facts: [
      ...fact('Severity', alert.severity),
      ...fact('Resource', alert.resource.name ?? alert.resource.resource_id),
      ...fact('Project', alert.project_id),
      ...fact('Opened', alert.opened_at),
      ...fact('Resolved', alert.resolved_at),
      ...fact('Acknowledged by', alert.acknowledged ? alert.acknowledged_by : null),
      ...fact('Comment', alert.acknowledged ? alert.comment : null),
    ],
    lines: [],
    link: linkOf(links),
  };
}

function eventOf({ type, data: { alert, change } }: AlertNotice): string {
  switch (type) {
    case 'alert.escalated':
      return change.severity_before === null ? 'Escalated' : `Escalated from ${change.severity_before}`;
    case 'alert.acknowledged':
      return oneLine(`Acknowledged${change.actor === null ? '' : ` by ${change.actor}`}`);
    case 'alert.unacknowledged':
      return 'Acknowledgement ended';
    case 'alert.resolved':
      return alert.resolved_reason === 'STALE' ? 'Resolved, as nothing was heard of it' : 'Resolved';
    default:
      return wordOf(type);
  }
}

function summaryOfDigest(data: DigestNotice['data']): Summary {
  const { subscription, reason, total, by_severity, notifications, links } = data;
  const lines = notifications.map(({ kind, severity, title }) =>
    oneLine(`${severity ?? ''} ${wordOf(kind)}: ${title}`.trim()),
  );
  const more = total - notifications.length;
  return {
    event: 'Digest',
    title: oneLine(`${total} notifications of ${subscription.name}`),
    severity: SEVERITIES.find((severity) => (by_severity[severity] ?? 0) > 0) ?? null,
    isOver: false,
    facts: Object.entries(by_severity).flatMap(([severity, count]) => fact(severity, count)),
    lines: [oneLine(reason), ...lines, ...(more > 0 ? [`and ${more} more`] : [])],
    link: linkOf(links),
  };
}

/** Returns the name of a kind: `Opened` for `alert.opened`. */
function wordOf(kind: string): string {
  return capital(kind.replace(/^alert\./, '').replaceAll('.', ' '));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fact(name: string, value: string | number | null): (readonly [string, string])[] {
  return value === null || value === '' ? [] : [[name, oneLine(String(value))]];
}

function linkOf({ console: page, api }: { readonly console?: string; readonly api: string }): string {
  return page ?? api;
}

function oneLine(text: string): string {
  return cutCharacters(cleanText(text).replaceAll(UNPRINTABLE, ' ').trim(), LONGEST_LINE);
}
