import type { Severity } from '#senders/plugin-api/event.js';
import { truncateCharacters } from '#shared/kernel/clean-text.js';
import type { Outgoing } from '../protocol.js';
import { summarize, type Summary } from '../summarize.js';

/** A limit of Teams: bytes of a message. */
const MAX_MESSAGE_BYTES = 28 * 1024;
/** The lengths of texts in characters that are tried until the message is short enough. */
const TEXT_LENGTHS = [300, 150, 75, 40] as const;

/** Teams hides the actions after the sixth. */
const MAX_ACTIONS = 6;

const COLOURS: Readonly<Record<Severity, string>> = {
  CRITICAL: 'Attention',
  ERROR: 'Attention',
  WARNING: 'Warning',
  INFO: 'Accent',
  NOT_AVAILABLE: 'Default',
  NONE: 'Default',
};

/** Renders a message with one Adaptive Card, the format that workflows accept. */
export function render(outgoing: Outgoing): object {
  const summary = summarize(outgoing);
  const rendered = TEXT_LENGTHS.map((length) => createMessage(summary, length));
  return (
    rendered.find((each) => Buffer.byteLength(JSON.stringify(each)) <= MAX_MESSAGE_BYTES) ??
    createMessage({ ...summary, lines: [], links: summary.links.slice(-1) }, 40)
  );
}

function createMessage(
  { event, title, severity, isResolved, facts, lines, links, actions }: Summary,
  maxLength: number,
): object {
  const color = isResolved ? 'Good' : COLOURS[severity ?? 'NONE'];
  const truncate = (text: string) => truncateCharacters(text, maxLength);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      createTextBlock([{ text: `${event}: ${truncate(title)}`, weight: 'Bolder', size: 'Large', color }]),
      ...lines.map((text) => createTextBlock([{ text: truncate(text) }])),
      ...facts.map(([name, value]) =>
        createTextBlock([{ text: `${name}: `, weight: 'Bolder' }, { text: truncate(value) }]),
      ),
      ...(actions.length > 0 ? [{ type: 'ActionSet', actions: actions.map(createLinkAction) }] : []),
    ],
    ...(links.length > 0 && {
      actions: selectLinks(links).map(createLinkAction),
    }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

function createLinkAction({ text, url }: Summary['links'][number]): object {
  return { type: 'Action.OpenUrl', title: text, url };
}

/** Keeps the last link, which leads to Tocsin. */
function selectLinks(links: Summary['links']): Summary['links'] {
  return [...links.slice(0, -1).slice(0, MAX_ACTIONS - 1), ...links.slice(-1)];
}

/** Returns a RichTextBlock, which shows texts of senders as they are. A TextBlock would interpret them as Markdown. */
function createTextBlock(runs: readonly object[]): object {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) };
}
