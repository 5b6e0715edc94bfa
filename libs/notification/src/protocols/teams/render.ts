import type { Severity } from '#senders/plugin-api/event.js';
import { cutCharacters } from '#shared/kernel/clean-text.js';
import type { SentMessage } from '../sent-message.js';
import { summarize, type Summary } from '../summarize.js';

/** A limit of Teams: bytes of a message. */
const LONGEST_MESSAGE = 28 * 1024;
/** The lengths of texts in characters that are tried until the message is short enough. */
const LENGTHS = [300, 150, 75, 40] as const;

const COLOURS: Readonly<Record<Severity, string>> = {
  CRITICAL: 'Attention',
  ERROR: 'Attention',
  WARNING: 'Warning',
  INFO: 'Accent',
  NOT_AVAILABLE: 'Default',
  NONE: 'Default',
};

/** Renders a message with one Adaptive Card, the format that workflows accept. */
export function render(message: SentMessage): object {
  const summary = summarize(message);
  const rendered = LENGTHS.map((length) => messageOf(summary, length));
  return (
    rendered.find((each) => Buffer.byteLength(JSON.stringify(each)) <= LONGEST_MESSAGE) ??
    messageOf({ ...summary, lines: [] }, 40)
  );
}

function messageOf({ event, title, severity, isOver, facts, lines, link }: Summary, longest: number): object {
  const color = isOver ? 'Good' : COLOURS[severity ?? 'NONE'];
  const cut = (text: string) => cutCharacters(text, longest);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      line([{ text: `${event}: ${cut(title)}`, weight: 'Bolder', size: 'Large', color }]),
      ...facts.map(([name, value]) => line([{ text: `${name}: `, weight: 'Bolder' }, { text: cut(value) }])),
      ...lines.map((text) => line([{ text: cut(text) }])),
    ],
    ...(link !== undefined && {
      actions: [{ type: 'Action.OpenUrl', title: 'Open in Tocsin', url: link }],
    }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

/** Returns a RichTextBlock, which shows texts of senders as they are. A TextBlock would interpret them as Markdown. */
function line(runs: readonly object[]): object {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) };
}
