import { createHash } from 'node:crypto';
import type { Severity } from '#senders/plugin-api/event.js';
import { escapeHtml } from '#shared/kernel/clean-text.js';
import type { Outgoing } from '../protocol.js';
import { summarize, type Summary } from '../summarize.js';
import type { EmailOptions } from './schema.js';

export interface RenderedMail {
  readonly from: string;
  readonly to: string[];
  readonly subject: string;
  readonly messageId: string;
  readonly inReplyTo?: string;
  readonly references?: string;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly html: string;
}

/** Renders a mail. @param from with or without a name: `Tocsin <tocsin@example.com>` */
export function render(outgoing: Outgoing, from: string): RenderedMail {
  const { notification_id, message, options } = outgoing;
  const { to } = options as unknown as EmailOptions;
  const summary = summarize(outgoing);
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'tocsin';
  const threadId =
    'alert' in message.data ? createThreadId(outgoing, message.data.alert.alert_id, host) : undefined;
  return {
    from,
    to: [...to],
    subject: formatSubject(summary),
    // Stays the same for each attempt: most clients show a mail that arrives twice only once.
    messageId: `<${notification_id}@${host}>`,
    ...(threadId !== undefined && { inReplyTo: threadId, references: threadId }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    text: renderText(summary),
    html: renderHtml(summary),
  };
}

/** Returns the Message-ID that all mails about an alert reply to. No mail has it, so the first mail need not be known. */
function createThreadId({ subscription_id }: Outgoing, alert_id: string, host: string): string {
  const hash = createHash('sha256').update(`${subscription_id} ${alert_id}`).digest('hex').slice(0, 32);
  return `<${hash}@${host}>`;
}

/** Returns the subject, which shows the state of now: mails of an alert are threaded by their references. */
function formatSubject({ event, title, severity, isResolved }: Summary): string {
  if (isResolved) return `[RESOLVED] ${title}`;
  return severity === null ? `${event}: ${title}` : `[${severity}] ${title}`;
}

function renderText({ event, title, facts, lines, links, actions }: Summary): string {
  const parts = [
    `${event}: ${title}`,
    lines.join('\n'),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    links.map(({ text, url }) => `${text}: ${url}`).join('\n'),
    actions.map(({ text, url }) => `${text}: ${url}`).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const SEVERITY_COLOURS: Readonly<Record<Severity, string>> = {
  CRITICAL: '#b91c1c',
  ERROR: '#c2410c',
  WARNING: '#a16207',
  INFO: '#1d4ed8',
  NOT_AVAILABLE: '#475569',
  NONE: '#475569',
};
const RESOLVED_COLOUR = '#15803d';

/** Renders a page that mail programs show alike: a table, styles at each element, no image, and colours that suit dark ones. */
function renderHtml({ event, title, severity, isResolved, facts, lines, links, actions }: Summary): string {
  const colour = isResolved ? RESOLVED_COLOUR : SEVERITY_COLOURS[severity ?? 'NONE'];
  // The headline contains the severity.
  const rows = facts
    .filter(([name]) => name !== 'Severity')
    .map(
      ([name, value]) =>
        `<tr><td style="padding:3px 16px 3px 0;color:#64748b;vertical-align:top;white-space:nowrap">${escapeHtml(name)}</td>` +
        `<td style="padding:3px 0;vertical-align:top">${escapeHtml(value)}</td></tr>`,
    );
  const createButton = ({ text, url }: Summary['links'][number], style: string) =>
    `<a href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 8px 0;padding:8px 14px;border-radius:6px;` +
    `text-decoration:none;border:1px solid ${colour};${style}">${escapeHtml(text)}</a>`;
  const buttons = links.map((link, at) =>
    createButton(link, at === 0 ? `background:${colour};color:#ffffff` : `color:${colour}`),
  );
  const actionButtons = actions.map((action) => createButton(action, `color:${colour}`));
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"></head>',
    '<body style="margin:0;padding:16px;font:15px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">',
    `<div style="max-width:640px;border-left:4px solid ${colour};padding:4px 0 4px 16px">`,
    `<div style="color:${colour};font-weight:600">${escapeHtml(event)}${severity === null || isResolved ? '' : ` · ${severity}`}</div>`,
    `<h1 style="margin:2px 0 12px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
    lines.map((line) => `<p style="margin:0 0 6px">${escapeHtml(line)}</p>`).join(''),
    rows.length > 0 ? `<table style="border-spacing:0;margin:12px 0">${rows.join('')}</table>` : '',
    buttons.length > 0 ? `<p style="margin:16px 0 0">${buttons.join('')}</p>` : '',
    actionButtons.length > 0 ? `<p style="margin:8px 0 0">${actionButtons.join('')}</p>` : '',
    '</div></body></html>',
  ].join('\n');
}
