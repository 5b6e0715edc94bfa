import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Answer {
  readonly status: number;
  readonly body?: string;
}
/** May refuse a request before its content is checked. */
type Refuse = () => Answer | undefined;

/** Starts a receiver of JSON that stores the messages it accepts. */
async function startJsonReceiver<Message>(check: (message: Message, bytes: number) => Answer) {
  const accepted: Message[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
      const message = JSON.parse(bytes.toString()) as Message;
      const { status, body } = isJson ? check(message, bytes.length) : { status: 415, body: '' };
      if (status < 300) accepted.push(message);
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accepted,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export interface CardMessage {
  readonly type: string;
  readonly attachments: readonly [
    {
      readonly contentType: string;
      readonly content: {
        readonly type: string;
        readonly version: string;
        readonly body: readonly {
          type: string;
          inlines?: readonly { text: string }[];
          actions?: readonly { type: string; title: string; url: string }[];
        }[];
      };
    },
  ];
}

/** Starts a double of a Teams workflow: it accepts messages with one Adaptive Card, up to 28 KB. */
export const startTeams = (refuse: Refuse = () => undefined) =>
  startJsonReceiver<CardMessage>(({ type, attachments }, bytes) => {
    const refusal = refuse();
    if (refusal !== undefined) return refusal;
    if (bytes > 28 * 1024) return { status: 413 };
    const [card] = attachments;
    const isCard =
      type === 'message' &&
      attachments.length === 1 &&
      card.contentType === 'application/vnd.microsoft.card.adaptive' &&
      card.content.type === 'AdaptiveCard' &&
      /^1\.[0-5]$/.test(card.content.version) &&
      card.content.body.every(({ type }) => type === 'RichTextBlock' || type === 'ActionSet');
    return { status: isCard ? 202 : 400 };
  });

export interface PagerDutyEvent {
  readonly routing_key: string;
  readonly event_action: string;
  readonly dedup_key: string;
  readonly payload?: {
    readonly summary: string;
    readonly source: string;
    readonly severity: string;
    readonly timestamp?: string;
  };
}

export const ROUTING_KEY = 'R0123456789ABCDEFGHIJKLMNOPQRSTU';
const KNOWN_KEY = /^R[0-9A-Z]{31}$/;
const ACTIONS = new Set(['trigger', 'acknowledge', 'resolve']);
/** https://developer.pagerduty.com/docs/events-api-v2-overview#size-limits */
const MAX_EVENT_BYTES = 512 * 1024;
const SEVERITIES = new Set(['critical', 'error', 'warning', 'info']);

/** Starts a double of the PagerDuty Events API v2, with the documented validation. */
export const startPagerDuty = (refuse: Refuse = () => undefined) =>
  startJsonReceiver<PagerDutyEvent>(({ routing_key, event_action, dedup_key, payload }, bytes) => {
    const refusal = refuse();
    if (refusal !== undefined) return refusal;
    if (bytes > MAX_EVENT_BYTES) return { status: 413 };
    const errors = [
      ...(KNOWN_KEY.test(routing_key) ? [] : ["'routing_key' is invalid"]),
      ...(ACTIONS.has(event_action) ? [] : ["'event_action' is invalid"]),
      ...(dedup_key.length > 0 && dedup_key.length <= 255 ? [] : ["'dedup_key' is invalid"]),
      ...(event_action !== 'trigger' || isPayload(payload) ? [] : ["'payload' is invalid"]),
    ];
    if (errors.length === 0) return { status: 202, body: JSON.stringify({ status: 'success', dedup_key }) };
    const message = 'Event object is invalid';
    return { status: 400, body: JSON.stringify({ status: 'invalid event', message, errors }) };
  });

function isPayload(payload: PagerDutyEvent['payload']): boolean {
  if (payload === undefined) return false;
  const { summary, source, severity } = payload;
  return summary.length > 0 && summary.length <= 1_024 && source.length > 0 && SEVERITIES.has(severity);
}
