import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { toPlainLine, truncateCharacters } from '#shared/kernel/clean-text.js';
import type { Outgoing } from './protocol.js';
import { REMINDER_TYPE, type AlertNotice, type DigestNotice, type SentMessage } from './sent-message.js';
import type { Wording } from './wording.js';

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
  /** Begin with `note`, unless a template words the message. */
  readonly lines: readonly string[];
  /** What somebody has just noted about the alert. */
  readonly note: readonly string[];
  /** Pages about it: what to do first, the page of Tocsin last. */
  readonly links: readonly { readonly text: string; readonly url: string }[];
  /** Links that act on the alert, each of which asks before it does. */
  readonly actions: readonly { readonly text: string; readonly url: string }[];
}

/** Returns a message as its subscription words it. */
export function summarize({
  message,
  timezone,
  actions = [],
  body,
  templateProblem,
  wakes = false,
}: Pick<Outgoing, 'message' | 'timezone' | 'body' | 'templateProblem' | 'wakes'> &
  Partial<Pick<Outgoing, 'actions'>>): Summary {
  const summary = { ...summarizeMessage(message, timezone, wakes), actions };
  if (templateProblem !== undefined) {
    const problem = toSingleLine(`The template of the subscription fails: ${templateProblem}`);
    return { ...summary, lines: [...summary.lines, problem] };
  }
  if (body === undefined) return summary;
  const { title, text, fields } = body as Wording;
  return {
    ...summary,
    ...(title !== undefined && title.trim() !== '' && { title: toSingleLine(title) }),
    ...(text !== undefined && { lines: splitLines(text, MAX_TEMPLATE_LINES) }),
    ...(fields !== undefined && {
      facts: Object.entries(fields).flatMap(([name, value]) =>
        createFact(toSingleLine(name), value === null ? null : String(value)),
      ),
    }),
  };
}

type PlainSummary = Omit<Summary, 'actions'>;

function summarizeMessage(message: SentMessage, timezone: string, wakes: boolean): PlainSummary {
  const { data } = message;
  const defaults = { severity: null, isResolved: false, facts: [], lines: [], note: [], links: [] };
  if ('alert' in data) return summarizeAlert(message as AlertNotice, timezone, wakes);
  if ('notifications' in data) return summarizeDigest(data);
  if ('subject' in data) {
    const { title, subject, links } = data;
    const facts = Object.entries(subject).flatMap(([name, value]) =>
      createFact(name.replaceAll('_', ' '), value),
    );
    const event = capitalize(message.type.replaceAll('.', ' '));
    return { ...defaults, event, title: toSingleLine(title), facts, links: [linkToTocsin(links)] };
  }
  return { ...defaults, event: 'Test', title: toSingleLine(data.subscription.name) };
}

function summarizeAlert(notice: AlertNotice, timezone: string, wakes: boolean): PlainSummary {
  const { alert, links } = notice.data;
  const isResolved = alert.state === 'RESOLVED';
  const since = describeTime(alert.started_at, notice.timestamp, timezone);
  const note = wrapLines(notice.data.change.note ?? '');
  return {
    event: describeChange(notice, timezone, wakes),
    title: toSingleLine(alert.title),
    severity: alert.severity,
    isResolved,
    facts: [
      ...createFact('Severity', alert.severity),
      ...createFact('Resource', alert.resource.name ?? alert.resource.resource_id),
      ...createFact('Labels', listLabels(alert)),
      ...createFact(isResolved ? 'Began' : 'Since', since),
      ...createFact('Resolved', alert.resolved_at && formatTime(alert.resolved_at, timezone)),
      ...createFact('Source', describeSource(alert)),
      ...createFact('Project', alert.project_id),
      ...createFact('Acknowledged by', alert.acknowledged ? alert.acknowledged_by : null),
      ...createFact('Comment', alert.acknowledged ? alert.comment : null),
      // The previous release stored notifications without it.
      ...createFact('Assigned to', alert.assignee ?? null),
    ],
    lines: [
      ...note,
      ...(notice.type === 'alert.flapping' ? FLAPPING_LINES : []),
      ...(isResolved ? [] : splitLines(alert.description, MAX_DESCRIPTION_LINES)),
    ],
    note,
    links: [...selectLinks(alert.links), linkToTocsin(links)],
  };
}

/** What follows is not what somebody expects who has just been told. */
const FLAPPING_LINES = [
  'It opens and closes again and again. You hear of it again if it gets worse, or if it is still open when it has been calm for a while.',
];

type NotifiedAlert = AlertNotice['data']['alert'];

const MAX_LABELS = 12;

/** Lists the labels that tell the alert apart: those whose text stands nowhere else in the message. */
function listLabels({ labels, rule, severity, title, resource, source }: NotifiedAlert): string {
  const shown = new Set(
    [rule, severity, title, resource.name, resource.resource_id, source.name].flatMap((text) =>
      text === null ? [] : text.toLowerCase(),
    ),
  );
  return Object.entries(labels)
    .filter(([name, label]) => label !== '' && !shown.has(label.toLowerCase()) && name !== 'alertname')
    .slice(0, MAX_LABELS)
    .map(([name, label]) => `${name}=${label}`)
    .join(', ');
}

function describeSource({ source: { name, plugin_id } }: NotifiedAlert): string | null {
  return name === null || plugin_id === null ? null : `${name} (${plugin_id})`;
}

const MAX_DESCRIPTION_LINES = 10;
const MAX_TEMPLATE_LINES = 40;

/** Returns the first lines of a text, without empty ones. */
function splitLines(text: string, limit: number): readonly string[] {
  const lines = text
    .split(/\r?\n/)
    .map(toSingleLine)
    .filter((line) => line !== '');
  return lines.length > limit ? [...lines.slice(0, limit), '…'] : lines;
}

const MAX_NOTE_LINES = 20;

/** Returns the lines of a note. Long ones are broken, so that nothing of it is cut. */
function wrapLines(text: string): readonly string[] {
  const lines = text.split('\n').flatMap((line) => {
    const pieces: string[] = [];
    let rest = [...toPlainLine(line)];
    while (rest.length > MAX_LINE_LENGTH) {
      const space = rest.lastIndexOf(' ', MAX_LINE_LENGTH);
      const end = space > 0 ? space : MAX_LINE_LENGTH;
      pieces.push(rest.slice(0, end).join(''));
      rest = rest.slice(space > 0 ? end + 1 : end);
    }
    return [...pieces, rest.join('')].filter((piece) => piece !== '');
  });
  return lines.length > MAX_NOTE_LINES ? [...lines.slice(0, MAX_NOTE_LINES), '…'] : lines;
}

/** In the order in which somebody needs them. */
const SHOWN_LINKS: Readonly<Record<string, string>> = {
  runbook: 'Runbook',
  dashboard: 'Dashboard',
  panel: 'Panel',
  source: 'Source',
  generator: 'Query',
  silence: 'Silence at the source',
};

function selectLinks(links: NotifiedAlert['links']): Summary['links'] {
  return Object.entries(SHOWN_LINKS).flatMap(([name, text]) => {
    const found = links.find((link) => link.name === name);
    return found === undefined ? [] : [{ text, url: found.url }];
  });
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** Returns a time with the time since then in words: `20 Nov 2026, 11:00 CET (2 hours ago)`. */
function describeTime(time: string, now: string, timezone: string): string {
  const seconds = (Date.parse(now) - Date.parse(time)) / 1_000;
  const [unit, name] = UNITS.find(([each]) => seconds >= each) ?? [];
  if (unit === undefined || name === undefined) return formatTime(time, timezone);
  const count = Math.floor(seconds / unit);
  return `${formatTime(time, timezone)} (${count} ${name}${count === 1 ? '' : 's'} ago)`;
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a time as people of a time zone write it: `20 Nov 2026, 11:00 CET`. */
export function formatTime(time: string, timezone: string): string {
  let format = timeFormats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
      ...{ timeZone: timezone, timeZoneName: 'short' },
    });
    timeFormats.set(timezone, format);
  }
  return format.format(new Date(time));
}

function describeChange(
  { type, data: { alert, change, escalation } }: AlertNotice,
  timezone: string,
  wakes: boolean,
): string {
  switch (type) {
    case REMINDER_TYPE:
      // Who did is one of the facts.
      return `Still open since ${formatTime(alert.started_at, timezone)}, ${alert.acknowledged ? 'acknowledged' : 'nobody has acknowledged'}`;
    case 'alert.escalated':
      return change.severity_before === null ? 'Escalated' : `Escalated from ${change.severity_before}`;
    case 'alert.deescalated':
      // The severity before was not told, or the acknowledgement has ended.
      if (wakes) return `Needs attention, now ${alert.severity}`;
      return change.severity_before === null ? 'Less severe' : `Less severe, was ${change.severity_before}`;
    case 'alert.acknowledged':
      return toSingleLine(`Acknowledged${change.actor === null ? '' : ` by ${change.actor}`}`);
    case 'alert.unacknowledged':
      return 'Acknowledgement ended';
    case 'alert.resolved':
      if (change.actor !== null) return toSingleLine(`Resolved by ${change.actor}`);
      if (change.flapping) return 'Resolved for now, as its key is flapping';
      return alert.resolved_reason === 'STALE' ? 'Resolved, as nothing was heard of it' : 'Resolved';
    case 'alert.assigned':
      return toSingleLine(describeAssignment(change));
    case 'alert.noted':
      return toSingleLine(`Note${change.actor === null ? '' : ` by ${change.actor}`}`);
    default: {
      const step = escalation === undefined ? '' : ` (step ${escalation.step} of ${escalation.name})`;
      return toSingleLine(formatKind(type) + step);
    }
  }
}

function describeAssignment({ assignee, actor }: AlertNotice['data']['change']): string {
  const by = actor === null || actor === assignee ? '' : ` by ${actor}`;
  return assignee === null ? `Assigned to nobody${by}` : `Assigned to ${assignee}${by}`;
}

function summarizeDigest(data: DigestNotice['data']): PlainSummary {
  const { subscription, reason, total, resolved, severity, by_severity, notifications, links } = data;
  const lines = notifications.map(({ kind, severity, title, resource }) => {
    const place = resource && !title.includes(resource) ? ` (${resource})` : '';
    return toSingleLine(`${severity ?? ''} ${formatKind(kind)}: ${title}${place}`.trim());
  });
  const omittedCount = total - notifications.length;
  return {
    event: 'Digest',
    title: toSingleLine(`${total} notifications of ${subscription.name}`),
    severity: SEVERITIES.find((each) => each === severity) ?? null,
    isResolved: resolved === total,
    facts: Object.entries(by_severity).flatMap(([name, count]) => createFact(name, count)),
    note: [],
    lines: [toSingleLine(reason), ...lines, ...(omittedCount > 0 ? [`and ${omittedCount} more`] : [])],
    links: [linkToTocsin(links)],
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

function linkToTocsin({ console: page, api }: { readonly console?: string; readonly api: string }) {
  return { text: 'Open in Tocsin', url: page ?? api };
}

function toSingleLine(text: string): string {
  return truncateCharacters(toPlainLine(text), MAX_LINE_LENGTH);
}
