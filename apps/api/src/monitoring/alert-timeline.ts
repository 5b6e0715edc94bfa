import { formatTime, TIMELINE_KINDS, type AlertTimeline, type TimelineEntry } from '#monitoring';
import { TELLING_KINDS, type AlertTelling, type TellingEntry } from '#notification';
import { toPlainLine } from '#shared/kernel/clean-text.js';

/** The maximum number of entries in a response. */
export const MAX_ENTRIES = 1_000;

export type Entry = TimelineEntry | TellingEntry;

export const ENTRY_KINDS: readonly Entry['kind'][] = [...TIMELINE_KINDS, ...TELLING_KINDS];

export interface Timeline {
  readonly results: readonly Entry[];
  readonly total_count: number;
  readonly left_out_count: number;
}

/** Puts what happened and what was told of it into one order, the oldest first. Of more than 1,000 the newest are kept. */
export function mergeTimelines(happened: AlertTimeline, told: AlertTelling): Timeline {
  const sorted = [...happened.entries, ...told.entries].toSorted(compareEntries);
  const results = sorted.slice(-MAX_ENTRIES);
  const total_count = happened.total_count + told.total_count;
  return { results, total_count, left_out_count: total_count - results.length };
}

/** Of entries at the same time, what happened comes before what was told of it. */
function compareEntries(a: Entry, b: Entry): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return ENTRY_KINDS.indexOf(a.kind) - ENTRY_KINDS.indexOf(b.kind);
}

/** Returns the timeline as Markdown, with a heading and a list item for each entry. */
export function formatMarkdown({ alert }: AlertTimeline, { results, left_out_count }: Timeline): string {
  const { title, severity, state, event_count, duplicate_count, alert_id } = alert;
  const events = `${formatCount(event_count, 'event')} and ${formatCount(duplicate_count, 'repeat')}`;
  const leftOut =
    left_out_count === 0
      ? []
      : [`${formatCount(left_out_count, 'earlier entry', 'earlier entries')} left out.`, ''];
  return [
    `# ${escapeMarkdown(toPlainLine(title) || '(no title)')}`,
    '',
    `${severity}, ${state.toLowerCase()}, ${events}. \`${alert_id}\``,
    '',
    ...leftOut,
    ...results.map(({ at, text }) => `- ${formatTime(at)} ${escapeMarkdown(text)}`),
    '',
  ].join('\n');
}

function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}

/**
 * Makes text of strangers mean itself: no markup, no HTML, and no link of an address, as some viewers make of one. What means
 * something only at the beginning of a line is left alone, because the text never is there.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>&#~|$]/g, String.raw`\$&`)
    .replaceAll(/\b(https?|ftp|mailto|xmpp):/gi, String.raw`$1\:`)
    .replaceAll(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`);
}

const MARKDOWN = 'text/markdown';

/** Whether the header Accept prefers Markdown to JSON (RFC 9110). Only who names Markdown gets it. */
export function prefersMarkdown(accept: string): boolean {
  const weights = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [type, weight === undefined ? 1 : Number(weight)];
    }),
  );
  const markdown = weights.get(MARKDOWN) ?? 0;
  return markdown > 0 && markdown >= (weights.get('application/json') ?? 0);
}
