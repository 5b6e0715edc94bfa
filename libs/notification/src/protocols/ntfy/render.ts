import type { Severity } from '#senders/plugin-api/event.js';
import { truncateBytes } from '#shared/kernel/clean-text.js';
import type { Outgoing } from '../protocol.js';
import { summarize, type Summary } from '../summarize.js';
import { wakesPeople } from '../sent-message.js';

/** A limit of ntfy: bytes of a message. One that has as many becomes an attachment, which nobody reads on a lock screen. */
const MAX_MESSAGE_BYTES = 4_095;
/** The bytes of a message that are tried until the request is short enough: a server reads up to twice the limit of a message. */
const MESSAGE_BYTES = [MAX_MESSAGE_BYTES, 2_000, 500] as const;
const MAX_REQUEST_BYTES = 2 * 4_096 - 1;
/** A limit of ntfy: buttons. */
const MAX_ACTIONS = 3;
/** Longer addresses of buttons are left out, so that the message has room. */
const MAX_ACTION_URL_LENGTH = 1_000;

/** 1 (none is notified) to 5 (the phone rings on). Below 3 it makes no sound. */
const PRIORITIES: Readonly<Record<Severity, number>> = {
  CRITICAL: 5,
  ERROR: 4,
  WARNING: 3,
  INFO: 2,
  NOT_AVAILABLE: 3,
  NONE: 2,
};
const DEFAULT_PRIORITY = 3;
const SILENT_PRIORITY = 2;

/** Tags that ntfy shows as emoji before the title. */
const TAGS: Readonly<Record<Severity, string>> = {
  CRITICAL: 'rotating_light',
  ERROR: 'orange_circle',
  WARNING: 'yellow_circle',
  INFO: 'large_blue_circle',
  NOT_AVAILABLE: 'white_circle',
  NONE: 'white_circle',
};

/** https://docs.ntfy.sh/publish/#publish-as-json */
export interface NtfyMessage {
  readonly topic: string;
  readonly title: string;
  readonly message: string;
  readonly priority: number;
  readonly tags: readonly [string];
  readonly click?: string;
  readonly actions?: readonly { readonly action: 'view'; readonly label: string; readonly url: string }[];
  /** A message with the same id takes the place of the earlier one, from ntfy 2.16 on. Older servers ignore it. */
  readonly sequence_id?: string;
}

/** Renders a message in plain text, which ntfy shows as it is. */
export function render(outgoing: Outgoing, topic: string): NtfyMessage {
  const summary = summarize(outgoing);
  const rendered = MESSAGE_BYTES.map((bytes) => createMessage(summary, outgoing, topic, bytes));
  return (
    rendered.find((each) => Buffer.byteLength(JSON.stringify(each)) <= MAX_REQUEST_BYTES) ??
    createMessage({ ...summary, links: summary.links.slice(-1) }, outgoing, topic, 500)
  );
}

function createMessage(
  { event, title, severity, isResolved, facts, lines, links }: Summary,
  outgoing: Outgoing,
  topic: string,
  maxBytes: number,
): NtfyMessage {
  const { type, data } = outgoing.message;
  const isSilent = isResolved || type === 'alert.acknowledged';
  const text = [...lines, ...facts.map(([name, value]) => `${name}: ${value}`)];
  const page = links.at(-1)?.url;
  const actions = selectActions(links);
  return {
    topic,
    title: breakEncodedWords(`${event}: ${title}`),
    // An empty message would be shown as "triggered".
    message: joinLines(text, maxBytes) || event,
    priority: isSilent ? SILENT_PRIORITY : severity === null ? DEFAULT_PRIORITY : PRIORITIES[severity],
    tags: [isResolved ? 'white_check_mark' : severity === null ? 'information_source' : TAGS[severity]],
    ...(page !== undefined && { click: page }),
    ...(actions.length > 0 && {
      actions: actions.map(({ text: label, url }) => ({ action: 'view', label, url })),
    }),
    ...('alert' in data && { sequence_id: chooseSequence(outgoing) }),
  };
}

/** Keeps the last link, which leads to Tocsin. */
function selectActions(links: Summary['links']): Summary['links'] {
  const short = links.filter(({ url }) => url.length <= MAX_ACTION_URL_LENGTH);
  return [...short.slice(0, -1).slice(0, MAX_ACTIONS - 1), ...short.slice(-1)];
}

/**
 * Returns the id of the message of an alert. A phone makes no sound for one that takes the place of another, so what must be noticed
 * has its own, which stays the same for each attempt.
 */
export function chooseSequence(outgoing: Outgoing): string {
  const { notification_id, receipt } = outgoing;
  const { data } = outgoing.message;
  if (wakesPeople(outgoing) || !('alert' in data)) return toSequenceId(notification_id);
  const sequence_id = receipt?.['sequence_id'];
  return typeof sequence_id === 'string' ? sequence_id : toSequenceId(data.alert.alert_id);
}

/** ntfy accepts up to 64 letters, digits, - and _. */
function toSequenceId(id: string): string {
  return id.replaceAll(/[^-_A-Za-z0-9]/g, '-').slice(0, 64);
}

/** ntfy decodes words like `=?UTF-8?B?…?=` in titles. */
function breakEncodedWords(title: string): string {
  return title.replaceAll('=?', '=\u200b?');
}

function joinLines(lines: readonly string[], maxBytes: number): string {
  const kept: string[] = [];
  let bytes = Buffer.byteLength('…');
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes)
      return [...kept, kept.length === 0 ? truncateBytes(line, maxBytes, '…') : '…'].join('\n');
    kept.push(line);
  }
  return kept.join('\n');
}
