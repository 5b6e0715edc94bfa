import { hash } from 'node:crypto';
import {
  CONSOLE_PAGES,
  describeAcknowledgement,
  describeResolution,
  formatTime,
  type LinkAction,
  type LinkRefusal,
  type LinkSubject,
} from '#notification';
import { escapeHtml } from '#shared/kernel/clean-text.js';

/** The colours and sizes of the console, without its font, which this page may not load. */
const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f7f8fa,#0e1014);--surface:light-dark(#fff,#16191f);--line:light-dark(#e3e6ec,#2a2f39);
--ink:light-dark(#161a21,#eceef2);--ink-2:light-dark(#535c6b,#a6afbd);--accent:light-dark(#4254d0,#a3aeff);
--solid:light-dark(#4254d0,#5563d6);--solid-hover:light-dark(#3443b4,#6472e6);--tone:var(--ink-2);--soft:light-dark(#eff1f5,#1f242c)}
.CRITICAL{--tone:light-dark(#b8141a,#ff9089);--soft:light-dark(#fdecec,#3b191b)}.ERROR{--tone:light-dark(#a8430a,#ffae76);--soft:light-dark(#fdf0e6,#38210f)}
.WARNING{--tone:light-dark(#755500,#efcc5c);--soft:light-dark(#fbf3d6,#322a0b)}.INFO{--tone:light-dark(#1b62ad,#86bdff);--soft:light-dark(#e8f1fb,#132940)}
.done{--tone:light-dark(#1a7239,#79d697);--soft:light-dark(#e5f5ea,#122c1b)}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:24px 16px;background:var(--ground);
color:var(--ink);font:15px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
header{width:100%;max-width:480px;margin-bottom:16px;font-size:16px;font-weight:680;letter-spacing:-.01em}
header::before{content:"";display:inline-block;width:12px;height:12px;margin-right:8px;border-radius:4px;background:var(--solid)}
main{position:relative;width:100%;max-width:480px;margin:auto;padding:24px;overflow:hidden;background:var(--surface);
border:1px solid var(--line);border-radius:10px;box-shadow:0 12px 40px light-dark(rgb(20 25 40/8%),rgb(0 0 0/40%))}
main::before{content:"";position:absolute;inset:0 auto 0 0;width:4px;background:var(--tone)}
.kind{display:inline-flex;gap:6px;align-items:center;margin:0;padding:2px 10px;border-radius:999px;background:var(--soft);color:var(--tone);
font-size:12px;font-weight:650}
.kind::before{content:"";width:8px;height:8px;border-radius:50%;background:currentColor}
h1{margin:8px 0 16px;font-size:22px;font-weight:650;line-height:1.3;letter-spacing:-.02em;overflow-wrap:anywhere}
h1,dd{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:5;overflow:hidden}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:0 0 16px;padding:16px 0;border-block:1px solid var(--line)}
dt{color:var(--ink-2)}dd{margin:0;overflow-wrap:anywhere;-webkit-line-clamp:3}
p{margin:0 0 16px;overflow-wrap:anywhere}p:last-child{margin-bottom:0}
button{width:100%;min-height:48px;border:0;border-radius:6px;background:var(--solid);color:#fff;font:inherit;font-size:16px;font-weight:600;cursor:pointer}
button:hover{background:var(--solid-hover)}
button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.note{margin:16px 0 0;color:var(--ink-2);font-size:13px}
a{color:var(--accent);text-underline-offset:2px}
`;

/** Nothing runs, and nothing is loaded; the form may be sent to this host only. */
export const LINK_PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; ` +
  `base-uri 'none'; frame-ancestors 'none'`;

interface Page {
  readonly title: string;
  /** The class of the frame, which gives it its colour. */
  readonly tone?: string;
  /** HTML, whose texts are escaped. */
  readonly body: string;
}

const BUTTONS: Readonly<Record<LinkAction, string>> = {
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  silence_1h: 'Silence for 1 hour',
  silence_4h: 'Silence for 4 hours',
  assign: 'Assign to me',
};

const EFFECTS: Readonly<Record<LinkAction, string>> = {
  acknowledge: 'The alert stays open, and everybody sees that somebody is working on it.',
  resolve: 'The alert is resolved. Still reported by the source; returns in 1 h if it stays.',
  silence_1h: 'Nobody is notified of this problem for an hour. The alert stays open.',
  silence_4h: 'Nobody is notified of this problem for four hours. The alert stays open.',
  assign: 'The alert stays open, is acknowledged, and everybody sees that it is yours.',
};

const DONE: Readonly<Record<LinkAction, string>> = {
  acknowledge: 'Acknowledged',
  resolve: 'Resolved',
  silence_1h: 'Silenced for 1 hour',
  silence_4h: 'Silenced for 4 hours',
  assign: 'Assigned to you',
};

/** Asks before the link acts. Nothing sends the form but the reader. */
export function renderQuestion(subject: LinkSubject): string {
  const button = BUTTONS[subject.action];
  return renderPage({
    title: `${button}?`,
    tone: subject.alert.severity,
    body:
      `${describeAlert(subject)}<p>${EFFECTS[subject.action]}</p>` +
      `<form method="post"><button type="submit">${button}</button></form>` +
      `<p class="note">It is recorded as ${escapeHtml(nameOf(subject))}, with the address of your device. The link works once.</p>${linkToConsole(subject)}`,
  });
}

export function renderDone(subject: LinkSubject): string {
  const done = DONE[subject.action];
  return renderPage({
    title: done,
    tone: 'done',
    body:
      `<p class="kind">${done}</p><h1>${escapeHtml(subject.alert.title)}</h1>` +
      `<p>It is recorded as ${escapeHtml(nameOf(subject))}. You can close this page.</p>${linkToConsole(subject)}`,
  });
}

const HEADLINES: Readonly<Record<LinkRefusal, string>> = {
  invalid: 'This link is not valid',
  expired: 'This link has expired',
  ended: 'This link has ended',
  used: 'This link was used',
  gone: 'This alert is no longer kept',
  resolved: 'This alert is resolved',
  acknowledged: 'This alert is acknowledged',
};

export function renderRefusal(reason: LinkRefusal, subject?: LinkSubject): string {
  return renderPage({
    title: HEADLINES[reason],
    ...(reason === 'resolved' && { tone: 'done' }),
    body:
      `<p class="kind">Nothing was done</p><h1>${HEADLINES[reason]}</h1>` +
      `<p>${escapeHtml(explainRefusal(reason, subject))}</p>${linkToConsole(subject)}`,
  });
}

/** @param detail a sentence about what went wrong, with the remedy */
export function renderFailure(detail: string): string {
  return renderPage({
    title: 'Not done',
    body: `<p class="kind">Nothing was done</p><h1>That did not work</h1><p>${escapeHtml(detail)}. The link can still be used.</p>`,
  });
}

function explainRefusal(reason: LinkRefusal, subject: LinkSubject | undefined): string {
  if (reason === 'invalid') return 'Copy the whole link from the message, or open the alert in Tocsin.';
  if (reason === 'expired') return 'Links work for 7 days: open the alert in Tocsin instead.';
  if (reason === 'ended')
    return 'The subscription that sent it is deleted, is disabled or has no such links any more: open the alert in Tocsin instead.';
  if (subject === undefined) return 'Its records are past their retention, so there is nothing left to do.';
  const { alert, timezone, used_at } = subject;
  if (reason === 'used') {
    const at = used_at === null ? '' : ` on ${formatTime(used_at.toISOString(), timezone)}`;
    return `It acts once, and did${at}: open the alert in Tocsin to see how it is now.`;
  }
  if (reason === 'resolved') return `${describeResolution(alert, timezone)}, so there is nothing left to do.`;
  return `${describeAcknowledgement(alert, timezone)}, so there is nothing left to do.`;
}

function describeAlert({ alert, timezone, assignee }: LinkSubject): string {
  const { severity, title, resource, started_at, source } = alert;
  const facts = [
    ['Resource', resource.name ?? resource.resource_id],
    ['Since', formatTime(started_at, timezone)],
    ['Source', source.name],
    ['Acknowledged by', alert.acknowledged ? alert.acknowledged_by : null],
    ['Assigned to', alert.assignee],
    ['You are', assignee],
  ] as const;
  const rows = facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`);
  return `<p class="kind">${severity}</p><h1>${escapeHtml(title)}</h1><dl>${rows.join('')}</dl>`;
}

const nameOf = ({ subscription }: LinkSubject) => `link:${subscription}`;

/** Relative, so that it works below any path prefix of a proxy. */
function linkToConsole(subject: LinkSubject | undefined): string {
  const [page, text] =
    subject === undefined
      ? ['', 'Open Tocsin']
      : [`#/${CONSOLE_PAGES.alert(subject.alert.alert_id)}`, 'Open the alert in Tocsin'];
  return `<p class="note"><a href="../../../console/${page}">${text}</a></p>`;
}

function renderPage({ title, tone = '', body }: Page): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex,nofollow"><title>${escapeHtml(title)} · Tocsin</title><style>${STYLE}</style></head>` +
    `<body><header>Tocsin</header><main class="${tone}">${body}</main></body></html>`
  );
}
