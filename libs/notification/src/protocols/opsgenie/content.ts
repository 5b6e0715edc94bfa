import type { Severity } from '#senders/plugin-api/event.js';
import { toPlainLine } from '#shared/kernel/clean-text.js';
import type { Outgoing } from '../protocol.js';
import { summarize } from '../summarize.js';
import type { OpsgenieOptions, Priority } from './schema.js';

const PRIORITIES: Readonly<Record<Severity, Priority>> = {
  CRITICAL: 'P1',
  ERROR: 'P2',
  WARNING: 'P3',
  NOT_AVAILABLE: 'P3',
  INFO: 'P5',
  NONE: 'P5',
};
/** Limits of Opsgenie, in characters: https://docs.opsgenie.com/docs/alert-api#create-alert. */
const MAX_LENGTHS = {
  message: 130,
  description: 15_000,
  entity: 512,
  source: 100,
  user: 100,
  note: 25_000,
  /** So that one label does not take the place of all others. */
  detail: 1_000,
} as const;
/** The limit of all names and values of the details together. */
const MAX_DETAILS_LENGTH = 8_000;

export function selectPriority({ message: { type, data }, options }: Outgoing): Priority {
  const { priorities } = options as unknown as OpsgenieOptions;
  if ('alert' in data) return priorities?.[data.alert.severity] ?? PRIORITIES[data.alert.severity];
  return type === 'subscription.test' ? 'P5' : 'P3';
}

/** Returns the title of the alert, which the list of alerts in Opsgenie shows beside its state and priority. */
export function selectMessage(outgoing: Outgoing): string {
  const { event, title } = summarize(outgoing);
  const text = 'alert' in outgoing.message.data && title !== '' ? title : `${event}: ${title}`;
  return fit('message', text);
}

/** Returns what happened, what it is, and where to look, one a line. */
export function describe(outgoing: Outgoing): string {
  const { event, lines, facts, links } = summarize(outgoing);
  return fit(
    'description',
    [
      event,
      ...lines,
      ...facts.map(([name, value]) => `${name}: ${value}`),
      ...links.map(({ text, url }) => `${text}: ${url}`),
    ].join('\n'),
  );
}

/** Returns custom properties, which routing rules and policies of Opsgenie can use: the facts, and all labels of the alert. */
export function listDetails(outgoing: Outgoing): Readonly<Record<string, string>> {
  const { data } = outgoing.message;
  const facts = summarize(outgoing).facts.filter(([name]) => name !== 'Labels' || !('alert' in data));
  const isReworded = outgoing.body !== undefined;
  const labels = 'alert' in data && !isReworded ? Object.entries(data.alert.labels) : [];
  const details = new Map<string, string>();
  let length = 0;
  for (const [name, value] of [
    ...('alert' in data ? [['Alert', data.alert.alert_id] as const] : []),
    ...facts,
    ...labels,
  ]) {
    const entry = [fit('detail', toPlainLine(name)), fit('detail', toPlainLine(value))] as const;
    if (entry[0] === '' || details.has(entry[0])) continue;
    length += entry[0].length + entry[1].length;
    if (length > MAX_DETAILS_LENGTH) break;
    details.set(...entry);
  }
  return Object.fromEntries(details);
}

/** Returns a text that Opsgenie accepts for a field, and that it does not show as HTML. */
export function fit(field: keyof typeof MAX_LENGTHS, text: string): string {
  return cut(text.replaceAll(/<(?=[a-z/!?])/gi, '‹'), MAX_LENGTHS[field]);
}

/** Cuts to UTF-16 units: code points may be more than Opsgenie counts. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text.toWellFormed() : `${text.slice(0, limit - 1)}…`.toWellFormed();
}
