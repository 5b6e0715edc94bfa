import type { Schemas } from '#client';
import { formatLine } from '../print.js';
import { formatChange, summarize } from './print-plan.js';
import type { Plan } from '#shared/as-code/plan.js';

export type Effects = Schemas['PlanPreview'];
type Use = Schemas['UnitUse'];

export interface Report {
  readonly plan: Plan;
  /** `undefined`: there is no change, and nothing was asked. */
  readonly effects: Effects | undefined;
  readonly days: number;
}

/** How texts are written: for people at a terminal, or for a pull request. */
interface Format {
  /** A text of somebody else, such as a name or a title. */
  quote(text: string): string;
  heading(text: string, level: 2 | 3): string;
  table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[];
  changes(lines: readonly string[]): readonly string[];
  examples(title: string, lines: readonly string[]): readonly string[];
}

export const TEXT: Format = {
  quote: formatLine,
  heading: (text) => `\n${text}`,
  table: (head, rows) => {
    const all = [head, ...rows];
    const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
    return all.map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    );
  },
  changes: (lines) => lines,
  examples: (title, lines) => [`  ${title}`, ...lines.map((line) => `    ${line}`)],
};

export const MARKDOWN: Format = {
  quote: code,
  heading: (text, level) => `\n${'#'.repeat(level)} ${text}\n`,
  table: (head, rows) =>
    [head, head.map(() => '---'), ...rows].map(
      (row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`,
    ),
  changes: (lines) => {
    const fence = fenceOf(lines.join('\n'), 3);
    return lines.length === 0 ? [] : [`${fence}text`, ...lines, fence];
  },
  examples: (title, lines) => ['', `${title}`, '', ...lines.map((line) => `- ${line}`)],
};

/** Writes a text as code, in which nobody is mentioned and nothing is a link. */
function code(text: string): string {
  const line = formatLine(text);
  const fence = fenceOf(line, 1);
  const space = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Returns a fence that is longer than all in the text. */
function fenceOf(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

export function formatReport({ plan, effects, days }: Report, format: Format): string {
  const time = days === 1 ? 'the last day' : `the last ${days} days`;
  const lines = [
    ...(format === MARKDOWN ? ['## Plan', ''] : []),
    ...format.changes(plan.changes.flatMap(formatChange)),
    ...(format === MARKDOWN ? [''] : []),
    summarize(plan),
  ];
  if (effects === undefined) return lines.join('\n');
  if (effects.changes === 0)
    return [...lines, '', `No alerts in ${time}; there is nothing to compare with.`].join('\n');
  return [
    ...lines,
    ...formatSubscriptions(effects, time, format),
    ...formatHeld(effects, format),
    ...formatEscalations(effects, format),
    ...formatQuotas(effects, days, format),
    ...formatNotes(effects, plan),
  ].join('\n');
}

const named = (
  { name, project_id }: { readonly name: string; readonly project_id: string | null },
  { quote }: Format,
): string => quote(project_id === null ? name : `${project_id}/${name}`);

function formatSubscriptions({ subscriptions }: Effects, time: string, format: Format): readonly string[] {
  const told = subscriptions.filter(({ trigger, before }) => trigger === 'CHANGE' || before > 0);
  if (told.length === 0) return [format.heading(`Notifications in ${time}`, 3), 'No difference.'];
  return [
    format.heading(`Notifications in ${time}`, 3),
    ...format.table(
      ['Subscription', 'Before', 'After', 'More', 'Fewer'],
      told.map((each) => [
        named(each, format),
        String(each.before),
        String(each.after),
        each.more > 0 ? `+${each.more}` : '0',
        each.fewer > 0 ? `-${each.fewer}` : '0',
      ]),
    ),
    ...told.flatMap((each) => [
      ...formatExamples(each, 'more', format),
      ...formatExamples(each, 'fewer', format),
    ]),
  ];
}

function formatExamples(
  effect: Schemas['SubscriptionEffect'],
  which: 'more' | 'fewer',
  format: Format,
): readonly string[] {
  const first = effect[`first_${which}`];
  if (first.length === 0) return [];
  const title = `${effect[which]} ${which} of ${named(effect, format)}${effect[which] > first.length ? ', the first' : ''}:`;
  return format.examples(
    title,
    first.map(
      ({ changed_at, type, severity, title: text }) =>
        `${formatTime(changed_at)} ${severity} ${type} ${format.quote(text)}`,
    ),
  );
}

function formatHeld({ inhibitions }: Effects, format: Format): readonly string[] {
  if (inhibitions.length === 0) return [];
  return [
    format.heading('Alerts held back', 3),
    ...format.table(
      ['Inhibition', 'Before', 'After'],
      inhibitions.map((each) => [named(each, format), String(each.before), String(each.after)]),
    ),
  ];
}

function formatEscalations({ escalations }: Effects, format: Format): readonly string[] {
  if (escalations.length === 0) return [];
  return [
    format.heading('Escalations that would have run', 3),
    ...format.table(
      ['Escalation', 'Alerts', 'Steps told', 'Without reaction'],
      escalations.map((each) => [
        named(each, format),
        ...(['alerts', 'steps', 'unanswered'] as const).map((count) =>
          arrow(each.before[count], each.after[count]),
        ),
      ]),
    ),
    ...escalations.flatMap((each) =>
      each.first.length === 0
        ? []
        : format.examples(
            `Alerts of ${named(each, format)}${each.after.alerts > each.first.length ? ', the newest' : ''}:`,
            each.first.map(
              ({ opened_at, severity, title, steps }) =>
                `${formatTime(opened_at)} ${severity} ${steps} ${steps === 1 ? 'step' : 'steps'} ${format.quote(title)}`,
            ),
          ),
    ),
  ];
}

function formatQuotas({ quotas }: Effects, days: number, format: Format): readonly string[] {
  if (quotas.length === 0) return [];
  return [
    format.heading('Units of quotas, before grouping', 3),
    ...format.table(
      ['Protocol', `In ${days} days`, 'A day', 'A month', 'Limit', 'Exceeded'],
      quotas.map(({ protocol_id, before, after }) => [
        format.quote(protocol_id),
        arrow(before.units, after.units),
        arrow(before.per_day, after.per_day),
        arrow(before.per_month, after.per_month),
        arrow(formatLimit(before), formatLimit(after)),
        arrow(formatShortage(before), formatShortage(after)),
      ]),
    ),
  ];
}

const arrow = (before: number | string, after: number | string): string =>
  before === after ? String(after) : `${before} → ${after}`;

function formatLimit({ limit: { day = -1, month = -1 } }: Use): string {
  const parts = [day >= 0 ? `${day} a day` : '', month >= 0 ? `${month} a month` : ''].filter(Boolean);
  return parts.join(', ') || 'none';
}

const formatShortage = ({ exceeded, exceeded_on, refused }: Use): string =>
  exceeded === null ? 'no' : `the ${exceeded} on ${exceeded_on}, ${refused} units refused`;

const formatTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')}Z`;

function formatNotes({ complete, subscriptions }: Effects, { changes }: Plan): readonly string[] {
  const notes = [
    'Reminders and steps of escalations are not counted, and groups send fewer messages.',
    ...(changes.some(({ kind }) => kind.section === 'silences')
      ? [
          'Silences that have not ended count as if they had applied all the time; units leave out those without weekly windows.',
        ]
      : []),
    ...(subscriptions.some(({ trigger }) => trigger === 'ESCALATION')
      ? ['Subscriptions with the trigger ESCALATION are told by steps only.']
      : []),
    ...(changes.some(({ action }) => action === 'remove')
      ? ['What removed records no longer tell, or hold back, is not counted.']
      : []),
    ...(complete
      ? []
      : ['There were too many alerts: inhibitions and escalations considered the newest 5,000 only.']),
  ];
  return ['', ...notes.map((note) => `- ${note}`)];
}
