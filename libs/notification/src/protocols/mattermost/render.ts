import type { Severity } from '#senders/plugin-api/event.js';
import { truncateCharacters } from '#shared/kernel/clean-text.js';
import type { Outgoing } from '../protocol.js';
import { summarize, type Summary } from '../summarize.js';

/** A limit of Mattermost: characters of a post. */
const MAX_POST_LENGTH = 16_383;
/** The lengths of texts in characters that are tried until the message is short enough. */
const TEXT_LENGTHS = [300, 150, 75, 40] as const;
/** Two fields with values of at most so many characters are shown side by side. */
const SHORT_VALUE_LENGTH = 40;

const RESOLVED = { icon: '✅', color: '#2eb67d' };
const NEUTRAL = { icon: 'ℹ️', color: '#8d99ae' };
const SEVERITIES: Readonly<Record<Severity, typeof RESOLVED>> = {
  CRITICAL: { icon: '🔴', color: '#d0021b' },
  ERROR: { icon: '🟠', color: '#f5820b' },
  WARNING: { icon: '🟡', color: '#f5c400' },
  INFO: { icon: '🔵', color: '#1c6fd6' },
  NOT_AVAILABLE: { icon: '⚪', color: '#8d99ae' },
  NONE: { icon: '⚪', color: '#8d99ae' },
};

/** https://docs.mattermost.com/developers/integrate/reference/message-attachments */
export interface Attachment {
  /** What notifications of a phone show. */
  readonly fallback: string;
  readonly color: string;
  readonly title?: string;
  readonly title_link?: string;
  readonly text: string;
  readonly fields?: readonly { readonly title: string; readonly value: string; readonly short: boolean }[];
}

/**
 * Renders the message of an alert in its present state, or of anything else. All of it is in the attachment: a post whose own text
 * stays the same can be edited whatever time limit the server sets for edits.
 */
export function render(outgoing: Outgoing): readonly [Attachment] {
  const summary = summarize(outgoing);
  const rendered = TEXT_LENGTHS.map((length) => createAttachment(summary, length));
  const attachment =
    rendered.find((each) => JSON.stringify(each).length <= MAX_POST_LENGTH) ??
    createAttachment({ ...summary, lines: [] }, 40);
  return [attachment];
}

/** Renders a change for the thread of the alert. */
export function renderReply(outgoing: Outgoing): readonly [Attachment] {
  const { headline, color } = summarizeState(summarize(outgoing));
  return [{ fallback: breakMentions(headline), color, text: escapeMarkdown(headline) }];
}

function createAttachment(summary: Summary, maxLength: number): Attachment {
  const truncate = (text: string) => truncateCharacters(text, maxLength);
  const { facts, lines, links } = summary;
  const { headline, color } = summarizeState({ ...summary, title: truncate(summary.title) });
  const page = links.at(-1)?.url;
  return {
    fallback: breakMentions(headline),
    color,
    // With a link the title is plain text, without one it is Markdown.
    ...(page === undefined
      ? { title: escapeMarkdown(headline) }
      : { title: breakMentions(headline), title_link: page }),
    text: [
      ...lines.map((line) => escapeMarkdown(truncate(line))),
      ...(links.length === 0 ? [] : [links.map(renderLink).join(' · ')]),
    ].join('\n'),
    fields: facts.map(([name, value]) => ({
      title: escapeMarkdown(truncate(name)),
      value: escapeMarkdown(truncate(value)),
      short: value.length <= SHORT_VALUE_LENGTH,
    })),
  };
}

function summarizeState({ event, title, severity, isResolved }: Summary) {
  const { icon, color } = isResolved ? RESOLVED : severity === null ? NEUTRAL : SEVERITIES[severity];
  return { headline: `${icon} ${event}: ${title}`, color };
}

/** Characters that would end the address of a link or begin other markup within it. */
const UNSAFE_IN_LINK = /[()[\]<>|\\`'"*_\s]/g;

function renderLink({ text, url }: Summary['links'][number]): string {
  const address = url.replaceAll(
    UNSAFE_IN_LINK,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `[${text}](${address})`;
}

/** What Markdown, links, hashtags, emoji (`:fire:`) and mentions of channels (`~town-square`) begin or end with. */
const MARKUP = /[\\`*_{}[\]()#+.!~|<>&:$=-]/g;

/**
 * Escapes a text of a sender within Markdown. References to characters are shown as they are by all clients, also where a backslash
 * would not escape: before letters, in addresses and in emoji.
 */
function escapeMarkdown(text: string): string {
  return breakMentions(text).replaceAll(MARKUP, (character) => `&#${character.charCodeAt(0)};`);
}

/** A zero-width space. It is invisible and makes a word no longer a mention. */
const ZERO_WIDTH_SPACE = '\u200b';

/** Keeps a text of a sender from notifying people: `@channel`, `@here`, `@jane`, but not the `@` of a mail address. */
function breakMentions(text: string): string {
  return text.replaceAll(/(?<![A-Za-z0-9])@/g, `@${ZERO_WIDTH_SPACE}`);
}
