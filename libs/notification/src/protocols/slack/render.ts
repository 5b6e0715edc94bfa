import type { Severity } from '#senders/plugin-api/event.js';
import type { ActionButton, Outgoing } from '../protocol.js';
import { summarize, type Summary } from '../summarize.js';

const SEVERITY_ICONS: Readonly<Record<Severity, string>> = {
  CRITICAL: '🔴',
  ERROR: '🟠',
  WARNING: '🟡',
  INFO: '🔵',
  NOT_AVAILABLE: '⚪',
  NONE: '⚪',
};
/** A limit of Slack: fields of a section. */
const MAX_FIELDS = 10;
/** A limit of Slack: characters in the text of a section, or of a row of links. */
const MAX_TEXT_LENGTH = 3_000;

/** A message of Slack. `text` is shown where blocks are not, such as in notifications of a phone. */
export interface RenderedMessage {
  readonly text: string;
  readonly blocks: readonly object[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

/** Renders the message of an alert in its present state, or of anything else. */
export function render(outgoing: Outgoing): RenderedMessage {
  const summary = summarize(outgoing);
  const { facts, lines, links, actions } = summary;
  const { buttons = [] } = outgoing;
  const fields = facts.map(([name, value]) => createPlainText(`${name}\n${value}`));
  const sections = [fields.slice(0, MAX_FIELDS), fields.slice(MAX_FIELDS, 2 * MAX_FIELDS)];
  return createMessage(summary, [
    ...sections.filter(({ length }) => length > 0).map((part) => ({ type: 'section', fields: part })),
    ...(lines.length > 0 ? [{ type: 'section', text: createPlainText(joinLines(lines)) }] : []),
    ...[links, actions]
      .filter(({ length }) => length > 0)
      .map((row) => ({
        type: 'context',
        elements: [{ type: 'mrkdwn', text: joinLinks(row) }],
      })),
    ...(buttons.length > 0 ? [{ type: 'actions', elements: buttons.map(renderButton) }] : []),
  ]);
}

/** https://docs.slack.dev/reference/block-kit/block-elements/button-element */
function renderButton({ name, text, value }: ActionButton, at: number): object {
  return {
    type: 'button',
    action_id: name,
    text: createPlainText(text),
    value,
    ...(at === 0 && { style: 'primary' }),
  };
}

/** A `|` would end the address. */
function renderLink({ text, url }: Summary['links'][number]): string {
  return `<${escapeMrkdwn(url.replaceAll('|', '%7C'))}|${text}>`;
}

/** Leaves out the longest links that Slack would refuse the whole message for, but not the last one, which leads to Tocsin. */
function joinLinks(links: Summary['links']): string {
  const rendered = links.map(renderLink);
  while (rendered.length > 1 && rendered.join(' · ').length > MAX_TEXT_LENGTH) {
    const longest = rendered.slice(0, -1).toSorted((one, other) => other.length - one.length)[0] ?? '';
    rendered.splice(rendered.indexOf(longest), 1);
  }
  return rendered.join(' · ');
}

/** Renders a change for the thread of the alert. */
export function renderReply(outgoing: Outgoing): RenderedMessage {
  const summary = summarize(outgoing);
  const { note } = summary;
  return createMessage(
    summary,
    note.length > 0 ? [{ type: 'section', text: createPlainText(joinLines(note)) }] : [],
  );
}

function createMessage(summary: Summary, extraBlocks: readonly object[]): RenderedMessage {
  const headline = formatHeadline(summary);
  return {
    text: escapeMrkdwn(headline),
    blocks: [{ type: 'section', text: createPlainText(headline) }, ...extraBlocks],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function formatHeadline({ event, title, severity, isResolved }: Summary): string {
  const icon = isResolved ? '✅' : severity === null ? 'ℹ️' : SEVERITY_ICONS[severity];
  return `${icon} ${event}: ${title}`;
}

/** Returns a text that Slack shows as it is, without mentions, links, formatting or emoji. */
function createPlainText(text: string): object {
  return { type: 'plain_text', text, emoji: false };
}

function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    if (text.length + line.length + 2 > MAX_TEXT_LENGTH) return `${text}…`;
    text += `${line}\n`;
  }
  return text.trimEnd();
}

/** A zero-width space. It is invisible and makes a word no longer a mention. */
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Escapes a text of a sender within mrkdwn. The characters &, < and > begin links and mentions such as `<!channel>`. Plain
 * mentions such as `@channel` work only where the workspace parses names.
 */
export function escapeMrkdwn(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=(?:here|channel|everyone|group)\b)/gi, `@${ZERO_WIDTH_SPACE}`);
}
