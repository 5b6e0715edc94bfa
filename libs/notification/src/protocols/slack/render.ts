import type { Severity } from '#senders/plugin-api/event.js';
import type { SentMessage } from '../sent-message.js';
import { summarize, type Summary } from '../summarize.js';
import { escapeMrkdwn } from './escape.js';

const MARKS: Readonly<Record<Severity, string>> = {
  CRITICAL: '🔴',
  ERROR: '🟠',
  WARNING: '🟡',
  INFO: '🔵',
  NOT_AVAILABLE: '⚪',
  NONE: '⚪',
};
/** A limit of Slack: fields of a section. */
const MOST_FIELDS = 10;
/** A limit of Slack: characters in the text of a section. */
const LONGEST_TEXT = 3_000;

/** A message of Slack. `text` is shown where blocks are not, such as in notifications of a phone. */
export interface RenderedMessage {
  readonly text: string;
  readonly blocks: readonly object[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

/** Renders the message of an alert in its present state, or of anything else. */
export function render(message: SentMessage): RenderedMessage {
  const summary = summarize(message);
  const { facts, lines, link } = summary;
  const fields = facts.slice(0, MOST_FIELDS).map(([name, value]) => plain(`${name}\n${value}`));
  return messageOf(summary, [
    ...(fields.length > 0 ? [{ type: 'section', fields }] : []),
    ...(lines.length > 0 ? [{ type: 'section', text: plain(joined(lines)) }] : []),
    ...(link === undefined
      ? []
      : [
          { type: 'context', elements: [{ type: 'mrkdwn', text: `<${escapeMrkdwn(link)}|Open in Tocsin>` }] },
        ]),
  ]);
}

/** Renders a change for the thread of the alert. */
export function renderReply(message: SentMessage): RenderedMessage {
  return messageOf(summarize(message), []);
}

function messageOf(summary: Summary, more: readonly object[]): RenderedMessage {
  const headline = headlineOf(summary);
  return {
    text: escapeMrkdwn(headline),
    blocks: [{ type: 'section', text: plain(headline) }, ...more],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function headlineOf({ event, title, severity, isOver }: Summary): string {
  const mark = isOver ? '✅' : severity === null ? 'ℹ️' : MARKS[severity];
  return `${mark} ${event}: ${title}`;
}

/** Returns a text that Slack shows as it is, without mentions, links, formatting or emoji. */
function plain(text: string): object {
  return { type: 'plain_text', text, emoji: false };
}

function joined(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    if (text.length + line.length + 2 > LONGEST_TEXT) return `${text}…`;
    text += `${line}\n`;
  }
  return text.trimEnd();
}
