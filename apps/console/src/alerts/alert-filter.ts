import { SEVERITIES, type Severity } from '../severity.js';
import { parseLabels, type Labels } from './label-query.js';
import type { Alert } from './open-alerts.js';

/** What an alert is or is not, besides its own fields. */
export const MARKS = {
  mine: 'Mine',
  unacknowledged: 'Unacknowledged',
  silenced: 'Silenced or inhibited',
  untold: 'Told to nobody',
} as const;
export type Mark = keyof typeof MARKS;

/** `worst`: unacknowledged ones first, then the most severe, then the newest. */
export type Order = 'worst' | 'newest';

/** Which open alerts are shown, and how. All of it stands in the address. */
export interface View {
  readonly severities: readonly Severity[];
  readonly marks: readonly Mark[];
  /** Ids of webhooks. */
  readonly sources: readonly string[];
  readonly projects: readonly string[];
  readonly labels: Labels;
  readonly words: string;
  readonly order: Order;
  /** `rule`, `source` or `labels.<name>`; empty: no groups. */
  readonly group: string;
}

const listOf = (text: string | null): readonly string[] => (text ?? '').split(',').filter(Boolean);
const isMark = (text: string): text is Mark => Object.hasOwn(MARKS, text);
const isSeverity = (text: string): text is Severity => SEVERITIES.includes(text as Severity);

/** Reads a view from the address. What it does not know is ignored: people shorten links by hand. */
export function parseView(parameters: URLSearchParams): View {
  return {
    severities: listOf(parameters.get('severity')).filter(isSeverity),
    marks: listOf(parameters.get('is')).filter(isMark),
    sources: listOf(parameters.get('source')),
    projects: listOf(parameters.get('project')),
    labels: parseLabels(parameters.get('labels')),
    words: parameters.get('words') ?? '',
    order: parameters.get('order') === 'newest' ? 'newest' : 'worst',
    group: parameters.get('group') ?? '',
  };
}

/** Returns the parameters of the address. The same view always has the same ones, so that views can be compared by them. */
export function formatView(view: View): Readonly<Record<string, string>> {
  const labels = Object.entries(view.labels).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const all = {
    severity: SEVERITIES.filter((severity) => view.severities.includes(severity)).join(','),
    is: Object.keys(MARKS)
      .filter((mark) => view.marks.includes(mark as Mark))
      .join(','),
    source: view.sources.toSorted().join(','),
    project: view.projects.toSorted().join(','),
    labels: labels.length === 0 ? '' : JSON.stringify(Object.fromEntries(labels)),
    words: view.words,
    order: view.order === 'newest' ? 'newest' : '',
    group: view.group,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** What is known of alerts beside their own fields. */
export interface Knowledge {
  readonly userId: string;
  readonly isHeldBack: (alertId: string) => boolean;
  readonly isUntold: (alertId: string) => boolean;
}

/** Returns a function that decides whether a view shows an alert. */
export function matcherOf(view: View, known: Knowledge): (alert: Alert) => boolean {
  const { severities, marks, sources, projects, labels, words } = view;
  const wanted = Object.entries(labels);
  const texts = foldText(words).split(/\s+/).filter(Boolean);
  const isMarked: Readonly<Record<Mark, (alert: Alert) => boolean>> = {
    mine: ({ assignee, acknowledged_by }) => (assignee ?? acknowledged_by) === known.userId,
    unacknowledged: ({ acknowledged }) => !acknowledged,
    silenced: ({ alert_id }) => known.isHeldBack(alert_id),
    untold: ({ alert_id }) => known.isUntold(alert_id),
  };
  return (alert) =>
    (severities.length === 0 || severities.includes(alert.severity)) &&
    (sources.length === 0 || sources.includes(alert.webhook_id)) &&
    (projects.length === 0 || projects.includes(alert.project_id)) &&
    marks.every((mark) => isMarked[mark](alert)) &&
    wanted.every(([name, value]) => Object.hasOwn(alert.labels, name) && alert.labels[name] === value) &&
    (texts.length === 0 || hasWords(alert, texts));
}

/** Finds what `keyword` finds in queries: the same words show the same alerts on Now, in Search and in the command line. */
function hasWords(alert: Alert, words: readonly string[]): boolean {
  const { title, rule, description, resource, source, labels } = alert;
  const places = [title, rule, description, resource.name, resource.resource_id, source.name];
  const text = foldText([...places, ...Object.entries(labels).flat()].join('\n'));
  return words.every((word) => text.includes(word) || word === alert.alert_id);
}

/** Without case, and with composed letters: senders and keyboards write them in either form. */
const foldText = (text: string): string => text.normalize('NFC').toLowerCase();
