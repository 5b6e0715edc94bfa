import { createHash } from 'node:crypto';
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
  const summary = summarize(message);
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

function renderText({ event, title, facts, lines, link }: Summary): string {
  const parts = [
    `${event}: ${title}`,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    lines.join('\n'),
    link ?? '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function renderHtml({ event, title, facts, lines, link }: Summary): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding-right:1em;color:#666">${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`,
  );
  return [
    '<!doctype html><html><body style="font-family:sans-serif">',
    `<h2 style="font-size:1.2em">${escapeHtml(event)}: ${escapeHtml(title)}</h2>`,
    rows.length > 0 ? `<table>${rows.join('')}</table>` : '',
    lines.map((line) => `<p style="margin:0.3em 0">${escapeHtml(line)}</p>`).join(''),
    link === undefined ? '' : `<p><a href="${escapeHtml(link)}">Open in Tocsin</a></p>`,
    '</body></html>',
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
